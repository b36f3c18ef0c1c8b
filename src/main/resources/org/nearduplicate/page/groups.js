'use strict';
{
  const MEMBERS_AT_ONCE = 200;
  const LINES_SHOWN = 100;
  const SHOWN_OF_A_VALUE = 200;
  const SHOWN_OF_A_TEXT = 80;
  const {field, fields: wanted = [], keep, method, query, size = 100, max_members: maxMembers = 1000} = asked.body ?? {};
  const target = decoded(asked.uri?.split('/')[1] ?? '');
  const estimated = answer.verify === 'exact' ? '' : 'about ';
  const {counts, groups} = answer;
  const {documents} = counts;
  const members = group => [group.keeper, ...group.members];
  const indices = [...new Set(groups.flatMap(members).map(each => each._index))].sort();
  const textOf = ({fields = {}}) => Object.hasOwn(fields, field)
    ? fields[field].filter(value => typeof value === 'string').join('\n\n') : undefined;
  const nameOf = document => [named(document._id), ...(indices.length > 1 ? [' in ', named(document._index)] : [])];

  const spared = new Set();
  let [deleting, filter] = [];
  const shown = groups.map(group => ({group, element: describe(group)}));
  tellFound();
  at('groups').append(...shown.map(({element}) => element));
  shown.slice(0, 1).forEach(({element}) => {
    element.open = true;
  });
  drawing(drawBar);
  offerFilters();
  offerWriting();

  function tellFound() {
    at('where').append('in ', named(target), ...(field ? [' by ', named(field)] : []));
    document.title += ' ' + at('where').textContent;
    at('when').textContent = asked.time ? 'As it was at ' + asked.time + '. ' : '';
    at('rule').textContent = rule();
    at('found').textContent = answer._shards.total === 0 ? 'There is no index of that name, or none with the field.' : many(counts.groups, 'group') + ' of at least ' + percent(answer.min_similarity) + ': '
        + count(documents.in_groups) + ' of ' + many(documents.total, 'document') + (documents.in_groups === 1 ? ' is' : ' are')
        + ' in them, and ' + count(documents.redundant) + ' of these can be deleted.';
    tell(at('figures'), [
      ['can be deleted', count(documents.redundant)],
      ['of all documents', documents.total ? percent(documents.redundant / documents.total) : NONE],
      ['verified', answer.verify === 'exact' ? 'exactly' : 'by signatures'],
      ['a pair of exactly ' + percent(answer.min_similarity) + ' is found with', percent(answer.probability_found)],
    ]);
    at('notes').append(...notes().filter(Boolean).map(note => make('li', note)));
    at('notes').hidden = !at('notes').hasChildNodes();
  }

  function rule() {
    if (answer.min_similarity === null) {
      return '';
    }
    const kept = keep?.by === 'field' ? 'the document with the ' + (keep.order === 'desc' ? 'highest ' : 'lowest ') + keep.field
        : 'the one with the most distinct shingles, the longest text';
    const reach = percent(answer.min_similarity);
    return 'Kept of each group is ' + kept + '. '
        + (method === 'components' ? 'Members are connected by pairs of at least ' + reach + ', and may have little in common with the one that is kept. '
            : 'Each member is at least ' + reach + ' like it. ')
        + 'The smallest similarity is that of any two of a group.' + (query || asked.left_out?.includes('query') ? ' Only documents that match the query took part.' : '');
  }

  function notes() {
    const others = counts.groups - groups.length;
    const unlisted = groups.reduce((sum, group) => sum + group.size - 1 - group.members.length, 0);
    const {fields_left_out: leftOut = 0, fields_failure: failure} = answer;
    const have = number => number === 1 ? ' has' : ' have';
    const are = number => number === 1 ? ' is' : ' are';
    return [
      answer.dest && 'All groups are behind the alias ' + answer.dest.alias + '.',
      others > 0 && (groups.length === 0 ? 'No group is here' : groups.length === 1 ? 'Here is the largest group' : 'Here are the ' + count(groups.length) + ' largest groups')
          + '; ' + many(others, 'other') + are(others) + ' left out.' + (size < 1000 ? ' "size", up to 1,000, shows more.' : '') + ' "dest" writes all.',
      unlisted > 0 && many(unlisted, 'member') + ' of these groups' + are(unlisted) + ' left out.' + (maxMembers < 10000 ? ' "max_members", up to 10,000, shows more.' : ''),
      failure ? many(leftOut, 'document') + have(leftOut) + ' no text here, as it could not be read: ' + failure
          : leftOut > 0 && many(leftOut, 'document') + have(leftOut) + ' no text here, as there would be too much of it. A smaller "size" or a "query" leaves room.',
      answer._shards.failed > 0 && many(answer._shards.failed, 'shard') + ' of ' + count(answer._shards.total) + ' could not be read; what is in them is missing.',
      documents.without_signature > 0 && many(documents.without_signature, 'document') + ' without a value of the field took no part.',
      documents.of_one_shingle > 0 && many(documents.of_one_shingle, 'document') + (documents.of_one_shingle === 1 ? ' is' : ' are')
          + ' of one shingle, and near duplicates of hardly any but the same text.',
      counts.buckets.limited > 0 && many(counts.buckets.limited, 'large bucket')
          + (counts.buckets.limited === 1 ? ' was' : ' were') + ' not compared as a whole: some pairs may be missing.',
    ];
  }

  // A group is filled when it is opened, a member when that is.
  function describe(group) {
    return opened('group', [
      make('span', many(group.size, 'document'), {class: 'size'}), ' ', make('span', nameOf(group.keeper), {class: 'keeper'}), ' ',
      more(group.keeper) ?? make('bdi', shortened(textOf(group.keeper) ?? '', SHOWN_OF_A_TEXT), {class: 'more'}), ' ',
      make('span', 'smallest similarity ' + estimated + percent(group.smallest_similarity)
          + (group.smallest_similarity_of === 'all_pairs' ? '' : ' of the pairs that were compared') + (group.texts === 1 ? ', one text' : ', ' + many(group.texts, 'text')), {class: 'more'}),
    ], details => {
      const alone = make('input', [], {type: 'checkbox'});
      alone.addEventListener('change', () => {
        spared[alone.checked ? 'add' : 'delete'](group);
        filter();
      });
      details.append(make('label', [alone, ' delete nothing of this group'], {class: 'alone'}), opened('member', [make('span', 'keep', {class: 'size'}), ' ', ...nameOf(group.keeper), ' ', more(group.keeper) ?? ''],
          keeper => showText(keeper, group.keeper)));
      showMembers(details, group, 0);
    });
  }

  function showMembers(details, group, from) {
    const to = from + MEMBERS_AT_ONCE;
    details.append(...group.members.slice(from, to).map(member => opened(
        'member', [make('span', estimated + percent(member.similarity), {class: 'size'}), ' ', ...nameOf(member), ' ', more(member, group.keeper) ?? ''],
        element => compare(element, group.keeper, member))));
    const left = group.members.length - to;
    if (left > 0) {
      const button = make('button', many(left, 'more member'), {type: 'button'});
      button.addEventListener('click', () => {
        button.remove();
        showMembers(details, group, to);
        details.querySelectorAll('.member > summary')[to + 1].focus();
      });
      details.append(button);
    } else if (group.size - 1 > group.members.length) {
      details.append(make('p', many(group.size - 1 - group.members.length, 'member') + ' more are not in this page.'));
    }
  }

  // What else was asked for of a document, in that order; what differs from the document to keep is underlined.
  function more(document, keeper) {
    const place = name => (wanted.findIndex(each => (each.field ?? each) === name) + 1) || Infinity;
    const others = Object.entries(document.fields ?? {}).filter(([name]) => name !== field)
        .sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1));
    const told = values => values?.map(written).join(', ');
    return others.length === 0 ? null : make('span', others.flatMap(([name, values], i) => [
      i > 0 ? ' · ' : '', make('bdi', name), ': ',
      keeper?.fields && told(Object.hasOwn(keeper.fields, name) ? keeper.fields[name] : undefined) !== told(values) ? make('u', make('bdi', shortened(told(values), SHOWN_OF_A_VALUE)), {class: 'only'})
          : make('bdi', shortened(told(values), SHOWN_OF_A_VALUE)),
    ]), {class: 'more'});
  }

  // In percent, as it is shown; only what is the same is 100.
  function rounded(similarity) {
    return similarity === 1 ? 100 : Math.min(99.99, Math.round(similarity * 1e4) / 100);
  }

  function written(value) {
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  function shortened(text, most) {
    return text.length > most ? text.slice(0, most) + '…' : text;
  }

  function decoded(part) {
    try {
      return decodeURIComponent(part);
    } catch (notEncoded) {
      return part;
    }
  }

  function showText(element, document) {
    const text = textOf(document);
    element.append(text === undefined ? missing(document) : make('div', text, {class: 'side', dir: 'auto'}));
  }

  function compare(element, keeper, member) {
    const [a, b] = [keeper, member].map(textOf);
    if (a !== undefined && b !== undefined) {
      const beside = make('div', []);
      element.append(beside);
      showBeside(beside, [['keep ', ...nameOf(keeper)], nameOf(member)], a, b);
      return;
    }
    for (const document of [keeper, member]) {
      showText(element, document);
    }
  }

  const missing = document => make('p', ['There is no text of ', ...nameOf(document),
    answer.fields_left_out > 0 ? ': it may be one of those left out of this page.'
        : document.fields ? ': "_source" does not give it back, or it is hidden.'
            : ': it is gone, or "_source" does not give it back, or it is hidden.']);

  function opened(kind, summary, fillIn) {
    const details = make('details', make('summary', summary), {class: kind});
    details.addEventListener('toggle', () => fillIn(details), {once: true});
    return details;
  }

  function drawBar() {
    const parts = [
      ['not in a group', documents.total - documents.in_groups, ink.bar],
      ['kept', documents.in_groups - documents.redundant, ink.curve],
      ['can be deleted', documents.redundant, ink.best],
    ];
    draw(at('bar'), parts.map(([name, size]) => many(size, 'document') + ' ' + name).join(', ') + '.', {
      type: 'bar',
      data: {
        labels: [''],
        datasets: parts.map(([label, size, backgroundColor]) => ({label: label + ': ' + count(size), data: [size], backgroundColor})),
      },
      options: {
        indexAxis: 'y',
        scales: {
          x: axis('Documents', {stacked: true, max: documents.total || 1}),
          y: {stacked: true, display: false},
        },
        plugins: {tooltip: {callbacks: {label: item => item.dataset.label}}},
      },
    });
  }

  function offerFilters() {
    at('index').append(make('option', 'all'), ...indices.map(index => make('option', index)));
    at('index-part').hidden = indices.length < 2;
    const searched = new Map();
    const haystack = group => {
      if (!searched.has(group)) {
        searched.set(group, members(group).map(each => [each._id, each._index, ...Object.values(each.fields ?? {}).flat().map(written)]
            .join('\n')).join('\n').toLowerCase());
      }
      return searched.get(group);
    };
    filter = () => {
      const sought = at('search').value.toLowerCase();
      const atLeast = Number(at('at-least').value);
      const [from, to] = ['from', 'to'].map((id, i) => at(id).value === '' ? 100 * i : Number(at(id).value));
      const index = at('index').selectedIndex === 0 ? null : at('index').value;
      const matching = shown.filter(({group, element}) => {
        const smallest = rounded(group.smallest_similarity);
        const wanted = group.size >= atLeast && smallest >= from && smallest <= to
            && (index === null || members(group).some(each => each._index === index))
            && (sought === '' || haystack(group).includes(sought));
        element.hidden = !wanted;
        return wanted;
      });
      at('shown').textContent = count(matching.length) + ' of ' + many(groups.length, 'group');
      offerDeleting(matching.map(({group}) => group), index);
    };
    ['search', 'at-least', 'from', 'to', 'index', 'like'].forEach(id => at(id).addEventListener('input', filter));
    filter();
    copying(at('copy-delete'), at('delete'), at('copied-delete'), () => {
      at('delete-more').textContent = '';
      return deleting();
    });
  }

  // A group whose document to keep is gone, as far as one can see, is left out; so is what is in other indices than the one chosen.
  function offerDeleting(matching, index) {
    const hasText = document => textOf(document) !== undefined;
    const kept = matching.filter(group => hasText(group.keeper) || !group.members.some(hasText));
    const alike = at('like').validity.valid ? Number(at('like').value) : Infinity;
    const redundant = kept.filter(group => !spared.has(group)).flatMap(group => group.members)
        .filter(({_index, similarity}) => (index === null || _index === index) && rounded(similarity) >= alike);
    const unseen = redundant.filter(member => !hasText(member)).length;
    const ofIndices = [...new Set(redundant.map(({_index}) => _index))].sort();
    at('delete-words').textContent = alike === Infinity ? 'The percentage must be a number from 0 to 100.' : (redundant.length ? 'This deletes ' + many(redundant.length, 'member') + ' of the groups shown above, in ' + ofIndices.join(', ') + '.'
        : 'Nothing is to be deleted of the groups shown above.')
        + (kept.length < matching.length ? ' Without ' + many(matching.length - kept.length, 'group') + ' whose document to keep gave no text back.' : '')
        + (unseen > 0 ? ' The texts of ' + many(unseen, 'member') + ' are not in this page.' : '');
    at('copied-delete').textContent = '';
    const request = lines => 'POST /_bulk\n' + lines.map(({_index, _id, _routing}) => json(
        {delete: {_index, _id, ...(_routing === undefined ? {} : {routing: _routing})}}) + '\n').join('');
    const more = redundant.length - LINES_SHOWN;
    at('delete').textContent = request(redundant.slice(0, LINES_SHOWN));
    at('delete-more').textContent = more > 0 ? 'The first ' + count(LINES_SHOWN) + ' lines are shown; ' + count(more) + ' more are copied.' : '';
    at('delete-part').hidden = redundant.length === 0;
    deleting = () => request(redundant);
  }

  function offerWriting() {
    at('write-part').hidden = !asked.body || answer.dest !== undefined;
    at('write').hidden = at('copy-write').hidden = asked.left_out !== undefined;
    if (!asked.body || asked.left_out) {
      at('copied-write').textContent = 'Send your request with "dest". It is too long to be repeated here.';
      return;
    }
    const [path, query = ''] = asked.uri.split('?');
    const parameters = new URLSearchParams(query);
    ['format', 'pretty', 'human', 'error_trace', 'filter_path', 'source', 'source_content_type'].forEach(name => parameters.delete(name));
    parameters.set('wait_for_completion', 'false');
    const {fields, ...body} = asked.body;
    const [, index, ...rest] = path.split('/');
    const dest = 'near-duplicates-of-' + target.toLowerCase().replace(/[^a-z0-9_]+/g, '-').slice(0, 100);
    // A pattern may not name the index that is written.
    const without = /[*]|^_all$/.test(target) ? ',-' + dest + '*' : '';
    at('write').textContent = 'POST /' + [index.replace(/^_all$/, '*') + without, ...rest].join('/') + '?' + parameters + '\n'
        + json({...body, size: 0, dest: {index: dest}}, 2);
    copying(at('copy-write'), at('write'), at('copied-write'));
  }
}
