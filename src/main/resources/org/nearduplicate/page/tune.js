'use strict';
{
  const rows = answer.settings;
  const PARAMETERS = ['analyzer', 'shingle_unit', 'shingle_size', 'hash_function', 'sketch', 'hash_count', 'signature_bits', 'bands', 'rows',
    'rows_taken', 'similarity', 'seed'];
  const COST = answer.verify === 'exact'
    ? 'The bytes of a document times the texts that a query makes shingles of, its own and those that it reads.'
    : 'The bytes of a document.';
  const COLUMNS = {
    'query': [
      ['pairs', row => row.pairs, count,
        'Pairs of the sample whose exact similarity reaches the similarity of the row: what should be found.'],
      ['recall', row => row.recall, share,
        'The share of them that a query finds, because they agree in the rows of a band. What it finds besides is none.'],
      ['predicted', row => row.predicted_recall,
        (figure, row) => share(figure) + ' ± ' + share(row.predicted_standard_error),
        'The same by the S-curve, from the exact similarities, ± its standard error at most. What was found should be'
        + ' within three of these.'],
      ['noise', row => row.noise, share,
        'The share of the other pairs that agree in the rows of a band too, and have to be verified for nothing.'],
      ['candidates per document', row => row.candidates_per_document, quantity,
        'Documents of the sample that a query for one of them has to verify, on the average. They grow with the index.'],
      ['texts read', row => row.texts_read_per_query, quantity,
        'Those of them whose texts a query reads, where it does not verify by signatures: that are no copies, and that'
        + ' their signatures do not rule out.'],
    ],
    'query by signatures': [
      ['true positives', row => row.signature.true_positives, count, 'The pairs that a query by signatures finds.'],
      ['false positives', row => row.signature.false_positives, count,
        'Other pairs that it finds, because signatures only estimate a similarity.'],
      ['false negatives', row => row.signature.false_negatives, count, 'Pairs that should be found and are not.'],
      ['precision', row => row.signature.precision, share, 'The share of the pairs it finds that should be found.'],
      ['recall by signatures', row => row.signature.recall, share,
        'The share of the pairs that should be found that it finds.'],
      ['F1', row => row.signature.f1, share, 'The harmonic mean of both.'],
    ],
    'error of the estimate': [
      ['mean', row => row.signature.mean_error, difference,
        'The mean of the estimated similarity minus the exact one, over the pairs that should be found and are not identical.'],
      ['mean absolute', row => row.signature.mean_absolute_error, difference, 'The mean of that without its sign.'],
      ['standard deviation', row => row.signature.error_standard_deviation, difference,
        'How far the estimates scatter. It falls with the square root of the hash count, and with more bits a component.'],
    ],
    'cost': [
      ['cost', row => row.cost, quantity, 'What settings are compared by. ' + COST],
      ['bytes per document', row => row.per_document.total_in_bytes, quantity,
        'Bytes of the index for a document, on the average: signature and band terms.'],
      ['of the signature', row => row.per_document.signature_in_bytes, quantity, 'Those of them that hold the signature.'],
      ['of the band terms', row => row.per_document.band_terms_in_bytes, quantity, 'Those of them that hold the band terms.'],
      ['µs to sign', row => row.per_document.signing_in_micros, quantity,
        'Microseconds from a text to its sketch. Measured once: a rough figure.'],
    ],
  };
  const columns = Object.values(COLUMNS).flat()
      .map(([heading, value, format, meaning]) => ({heading, value, format, meaning}));

  const same = (a, b, names) => names.every(name => a[name] === b[name]);
  const samePairs = (a, b) => same(a, b, ['analyzer', 'shingle_unit', 'shingle_size', 'similarity']);
  const bestOf = wanted => rows.find(row => row.recommended && samePairs(row, wanted));
  const varying = PARAMETERS.filter(name => new Set(rows.map(row => row[name])).size > 1);
  const parts = varying.filter(name => !['hash_count', 'bands', 'rows', 'rows_taken'].includes(name));
  const shortName = row => row.bands + '×' + row.rows_taken + ' of ' + row.rows + ', k ' + row.hash_count;
  const fullName = row => [shortName(row), ...parts.map(name => name + ' ' + row[name])].join(', ');
  const list = (row, names) => names.flatMap((name, i) => [i ? ', ' + name + ' ' : name + ' ', named(row[name])]);
  const shinglesOf = truth => truth.shingle_size + ' ' + truth.shingle_unit + (truth.shingle_size === 1 ? '' : 's');

  let shown = rows.find(row => row.recommended) ?? rows[0];
  let truth = answer.shingles.find(each => same(each, shown, ['analyzer', 'shingle_unit', 'shingle_size']));

  tellRun();
  tellSample();
  tellColumns();
  const tableRows = fillSettings();
  fillPassages();
  drawing(() => {
    drawHistogram();
    drawFront();
  });
  offerPairs();
  offerShingles();
  offerFilters();
  show(shown);

  function tellRun() {
    const sample = answer.sample;
    document.title += ' for the field ' + sample.field;
    at('field').textContent = sample.field;
    at('measured').textContent = many(rows.length, 'setting') + (rows.length === 1 ? ' was' : ' were')
        + ' measured on the texts of ' + many(sample.size, 'document')
        + ', against the exact similarities of all their pairs.'
        + (answer.settings_left_out ? ' Left out, because their bands do not fit: ' + count(answer.settings_left_out) + '.' : '');
    at('wanted').textContent = 'Wanted: ' + (answer.verify === 'exact'
        ? 'the lowest cost of a query that finds at least ' + percent(answer.budgets.recall) + ' of the pairs to find, and by the curve of those of just the similarity, and verifies at most '
            + (answer.budgets.noise === null ? '1% of the others, or half as many again as with the default mapping, up to 10%. The cost: '
              : percent(answer.budgets.noise) + ' of the others. The cost: ') + COST[0].toLowerCase() + COST.slice(1)
        : 'the highest ' + answer.objective.replace('signature_', '').replace('f1', 'F1') + ' of a query by signatures.');
    copying(at('copy'), at('mapping'), at('copied'));
  }

  // What is recommended for the pairs of the setting that is shown.
  function tellRecommendation() {
    const index = answer.best.findIndex(each => samePairs(each, shown));
    const {mapping = null, reasons = ['Settings for the pairs of this one were not asked for.']} = answer.best[index] ?? {};
    const best = bestOf(shown);
    at('pairs').selectedIndex = index;
    at('best').replaceChildren(...(best ? list(best, PARAMETERS) : [index < 0 ? 'None.' : 'No setting meets that.']));
    at('best-figures').replaceChildren();
    if (best) {
      tell(at('best-figures'), ['recall', 'noise', 'texts read', 'bytes per document']
          .map(heading => columns.find(column => column.heading === heading))
          .map(column => [column.heading, column.format(column.value(best), best)]));
    }
    at('reasons').replaceChildren(...reasons.map(reason => make('li', reason)));
    at('mapping-part').hidden = !mapping;
    at('mapping').textContent = json(mapping, 2);
    at('copied').textContent = '';
  }

  // Pairs of other shingles or another similarity are others: no recommendation is better than that for others.
  function offerPairs() {
    at('pairs-part').hidden = answer.best.length === 1;
    at('pairs').append(...answer.best.map(each => make('option', shinglesOf(each) + ' by the analyzer ' + each.analyzer
        + ', similarity ' + each.similarity)));
    at('pairs').addEventListener('change', () => {
      const wanted = answer.best[at('pairs').selectedIndex];
      show(bestOf(wanted) ?? rows.find(row => samePairs(row, wanted)));
    });
  }

  function tellSample() {
    const sample = answer.sample;
    at('sample').append(many(sample.random, 'document') + ' drawn at random, by the seed ' + sample.seed + ', from '
        + count(sample.matching) + ' that have a text in the field ', named(sample.field), '.');
    if (sample.neighbour_field !== null) {
      at('sample').append(' ' + many(sample.neighbours, 'document') + ' added because the field ',
          named(sample.neighbour_field), ' has them as near duplicates of one of those.');
    }
    at('notes').append(...sample.notes.map(note => make('li', note)));
  }

  function tellColumns() {
    for (const [group, members] of Object.entries(COLUMNS)) {
      at('glossary').append(
          make('h3', group[0].toUpperCase() + group.slice(1)),
          make('dl', members.flatMap(([heading, , , meaning]) => [make('dt', heading), make('dd', meaning)]),
              {class: 'glossary'}));
    }
  }

  function fillPassages() {
    const passages = answer.passages ?? [];
    at('passages-part').hidden = passages.length === 0;
    fill(at('passages'), ['shingles', 'similarity', 'one shingle in', 'passages asked', 'documents to find', 'found', 'candidates per passage',
      'sampled shingles per document', 'bytes per document', 'documents without sampled shingles'],
    passages.map(each => [
      each.analyzer + ', ' + shinglesOf(each), String(each.similarity), count(each.passages), count(each.asked), count(each.pairs), share(each.recall),
      quantity(each.candidates_per_passage), quantity(each.per_document.sampled_shingles), quantity(each.per_document.sampled_shingles_in_bytes),
      count(each.documents_without_sampled_shingles)]));
  }

  // What is the same in all rows is told once, above the table.
  function fillSettings() {
    const once = PARAMETERS.filter(name => !varying.includes(name));
    at('same').hidden = once.length === 0;
    at('same').append('The same in all of them: ', ...list(rows[0], once), '.');
    const heading = (text, value, attributes) => {
      const button = make('button', text, {type: 'button', title: attributes.title ?? ''});
      const th = make('th', button, {scope: 'col', ...attributes});
      th.removeAttribute('title');
      button.addEventListener('click', () => sort(th, value));
      return th;
    };
    const lines = new Map(rows.map(row => [row, line(row)]));
    at('settings').append(
        make('thead', [
          make('tr', [
            heading('setting', row => -rows.indexOf(row), {rowspan: 2, class: 'words'}),
            ...parts.map(name => heading(name, row => row[name], {rowspan: 2, class: 'words'})),
            ...Object.entries(COLUMNS).map(([group, members]) => make('th', group,
                {colspan: members.length, scope: 'colgroup', class: 'group'})),
          ]),
          make('tr', columns.map(column => heading(column.heading, column.value, {title: column.meaning}))),
        ]),
        make('tbody', [...lines.values()]));
    return lines;

    function sort(th, value) {
      const descending = th.ariaSort !== 'descending';
      at('settings').querySelectorAll('[aria-sort]').forEach(other => other.removeAttribute('aria-sort'));
      th.ariaSort = descending ? 'descending' : 'ascending';
      const sign = descending ? -1 : 1;
      const compare = (a, b) => a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -sign : sign;
      at('settings').tBodies[0].append(
          ...[...rows].sort((a, b) => compare(value(a), value(b))).map(row => lines.get(row)));
    }
  }

  function line(row) {
    const button = make('button', [
      ...(row.recommended ? mark('★', 'recommended') : []),
      ...(row.front ? mark('◆', 'on the front') : []),
      ...(row.present_fields.length ? mark('●', 'present field ' + row.present_fields.join(', ')) : []),
      ...(row.default_mapping ? mark('○', 'default mapping') : []),
      shortName(row)], {type: 'button'});
    button.addEventListener('click', () => show(row));
    return make('tr', [
      make('th', button, {scope: 'row'}),
      ...parts.map(name => make('td', String(row[name]), {class: 'words'})),
      ...columns.map(column => make('td', column.format(column.value(row), row), {title: String(column.value(row))})),
    ], row.recommended ? {class: 'recommended'} : {});
  }

  function mark(sign, meaning) {
    return [make('span', sign, {role: 'img', 'aria-label': meaning, title: meaning}), ' '];
  }

  // Shows a setting in the pictures, and the pairs that it is about.
  function show(row) {
    shown = row;
    truth = answer.shingles.find(each => same(each, shown, ['analyzer', 'shingle_unit', 'shingle_size']));
    at('shingles').selectedIndex = answer.shingles.indexOf(truth);
    tellRecommendation();
    tableRows.forEach((tr, each) => tr.querySelector('button').setAttribute('aria-pressed', each === row));
    redraw();
  }

  function offerShingles() {
    at('shingles-part').hidden = answer.shingles.length === 1;
    at('shingles').append(...answer.shingles.map(each => make('option', shinglesOf(each) + ' by the analyzer ' + each.analyzer)));
    at('shingles').addEventListener('change', () => {
      truth = answer.shingles[at('shingles').selectedIndex];
      drawHistogram();
    });
  }

  // A choice for each parameter that differs.
  function offerFilters() {
    const selects = varying.map(name => {
      const values = [...new Set(rows.map(row => row[name]))].sort((a, b) => a < b ? -1 : 1);
      const select = make('select', [make('option', 'all'), ...values.map(value => make('option', String(value)))]);
      at('filters').prepend(make('label', [name + ' ', select]));
      return {select, chosen: row => select.selectedIndex === 0 || row[name] === values[select.selectedIndex - 1]};
    });
    const filter = () => {
      const wanted = row => selects.every(({chosen}) => chosen(row)) && (row.front || !at('only-front').checked);
      tableRows.forEach((tr, row) => {
        tr.hidden = !wanted(row);
      });
      at('shown-rows').textContent = count(rows.filter(wanted).length) + ' of ' + many(rows.length, 'setting');
    };
    [at('only-front'), ...selects.map(({select}) => select)].forEach(input => input.addEventListener('change', filter));
    filter();
  }

  function drawHistogram() {
    const {disjoint, identical, bins} = truth.histogram;
    const all = bins.reduce((sum, bin) => sum + bin.pairs, 0);
    const middle = bin => Number(((bin.from + bin.to) / 2).toFixed(3));
    // A bar is as wide as the nearest two are apart: bins without pairs keep their places.
    const bars = Array.from({length: 100}, (_, i) => ({x: (2 * i + 1) / 200, y: null}));
    bins.forEach(bin => {
      bars[Math.round(bin.from * 100)] = {x: middle(bin), y: bin.pairs, bin};
    });
    const words = 'Shingles of ' + shinglesOf(truth) + ': ' + many(truth.documents, 'document') + ' with '
        + quantity(truth.shingles_per_document) + ' distinct shingles on the average, and '
        + count(truth.distinct_texts) + ' different sets of them. ' + many(all, 'pair')
        + ' with a common shingle, ' + count(identical) + ' of them identical (in the last bar). Not drawn: '
        + many(disjoint, 'pair') + ' without one.'
        + (truth.without_shingles ? ' Without a shingle, and without a part in all this: '
            + many(truth.without_shingles, 'document') + '.' : '')
        + (truth.of_one_shingle ? ' Of one shingle, and near duplicates of hardly any but the same text: '
            + many(truth.of_one_shingle, 'document') + '.' : '');
    at('histogram-words').textContent = words;
    fill(at('bins'), ['similarity', 'pairs'], bins.map(bin => [bin.from + '–' + bin.to, count(bin.pairs)]));
    draw(at('histogram'), 'How many pairs have which similarity. ' + words + ' Over it the S-curve of '
        + bandsAndRows(shown) + '.', {
      data: {
        datasets: [{
          type: 'line', label: 'S-curve of ' + bandsAndRows(shown), data: sCurve(shown.bands, shown.rows_taken), yAxisID: 'found',
          borderColor: ink.curve, borderWidth: 2.5, pointRadius: 0, pointStyle: 'line', clip: false,
        }, {
          type: 'line', label: 'similarity wanted: ' + shown.similarity, yAxisID: 'found', borderColor: ink.text,
          data: [{x: shown.similarity, y: 0}, {x: shown.similarity, y: 1}], borderDash: [7, 5], borderWidth: 2,
          pointRadius: 0, pointHitRadius: 0, pointStyle: 'line',
        }, {
          type: 'bar', label: 'pairs', data: bars, yAxisID: 'pairs', backgroundColor: ink.bar, pointStyle: 'rect',
          barPercentage: 1, categoryPercentage: 0.9,
        }],
      },
      options: {
        interaction: {mode: 'nearest', axis: 'x', intersect: false},
        scales: {
          x: axis('Jaccard similarity of a pair', {
            type: 'linear', min: 0, max: 1, offset: false, grid: {color: ink.grid, offset: false},
          }),
          pairs: axis('Pairs (log scale)', {
            type: 'logarithmic', min: 0.5, grid: {color: ink.grid},
            ticks: {callback: value => Number.isInteger(Math.log10(value)) ? count(value) : ''},
          }),
          found: axis('Share that is found', {
            position: 'right', min: 0, max: 1, grid: {drawOnChartArea: false}, ticks: percents,
          }),
        },
        plugins: {
          tooltip: {
            callbacks: {
              title: ([item]) => item?.raw.bin ? item.raw.bin.from + '–' + item.raw.bin.to : 'similarity ' + item?.parsed.x,
              label: item => item.dataset.type === 'bar' ? many(item.raw.y, 'pair') : percent(item.parsed.y) + ' are found',
            },
          },
        },
      },
    });
  }

  function drawFront() {
    const drawn = rows.filter(row => row.recall !== null);
    const mostBytes = Math.max(...drawn.map(row => row.per_document.total_in_bytes));
    const point = (row, more = 0) => ({
      x: row.cost, y: row.recall, row,
      r: 11 * Math.sqrt(row.per_document.total_in_bytes / mostBytes) + more,
    });
    const points = (label, wanted, more, look) => ({
      label, data: drawn.filter(wanted).sort((a, b) => b.per_document.total_in_bytes - a.per_document.total_in_bytes)
          .map(row => point(row, more)), clip: false, borderWidth: 2, ...look,
    });
    const frame = {backgroundColor: 'transparent', hoverBackgroundColor: 'transparent', pointStyle: 'rectRounded'};
    const datasets = [
      points('recommended', row => row.recommended, 5, {...frame, borderColor: ink.best}),
      points('shown', row => row === shown && !row.recommended, 5, {...frame, borderColor: ink.text}),
      points('present field', row => row.present_fields.length > 0, 3, {...frame, pointStyle: 'triangle', borderColor: ink.find}),
      points('default mapping', row => row.default_mapping, 3, {...frame, pointStyle: 'rectRot', borderColor: ink['leave-out']}),
      points('on the front', row => row.front && samePairs(row, shown), 0, {backgroundColor: ink.curve, borderColor: ink.background, borderWidth: 1}),
      points('on the front of other pairs', row => row.front && !samePairs(row, shown), 0,
          {backgroundColor: 'transparent', borderColor: ink.curve}),
      points('other settings', row => !row.front, 0, {backgroundColor: ink.bar + '99', borderColor: 'transparent'}),
    ].filter(dataset => dataset.data.length > 0);
    const told = row => fullName(row) + ': recall ' + percent(row.recall) + ', cost ' + quantity(row.cost) + ', of '
        + quantity(row.per_document.total_in_bytes) + ' bytes per document and ' + quantity(row.texts_read_per_query)
        + ' texts that a query reads';
    const best = bestOf(shown);
    const words = (best ? 'Recommended: ' + told(best) + '. ' : '')
        + 'On the front: no other setting finds more of the same pairs at no higher cost. A mark’s area tells the bytes per document. The numbers are in the table below.'
        + (drawn.length < rows.length ? ' Not drawn, because they have no pair to find: '
            + many(rows.length - drawn.length, 'setting') + '.' : '');
    at('front-words').textContent = words;
    draw(at('front'), 'Recall against cost of ' + many(drawn.length, 'setting') + '. ' + words, {
      type: 'bubble',
      data: {datasets},
      options: {
        layout: {padding: {top: 16, right: 16}},
        onClick: (event, [found]) => found && show(datasets[found.datasetIndex].data[found.index].row),
        scales: {
          x: axis('Cost (log scale)', {type: 'logarithmic', ticks: powers}),
          y: axis('Recall', {max: 1, ticks: percents}),
        },
        plugins: {
          tooltip: {
            filter: (item, i, items) => items.findIndex(other => other.raw.row === item.raw.row) === i,
            callbacks: {label: item => told(item.raw.row)},
          },
        },
      },
    });
  }
}
