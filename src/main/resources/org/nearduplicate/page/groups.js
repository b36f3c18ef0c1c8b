'use strict';
{
  const MEMBERS_AT_ONCE = 200;
  const LINES_SHOWN = 100;
  const field = asked.body?.field;
  const {counts, groups} = answer;
  const {documents} = counts;
  const members = group => [group.keeper, ...group.members];
  const indices = [...new Set(groups.flatMap(members).map(each => each._index))].sort();
  const textOf = document => document.fields?.[field]?.filter(value => typeof value === 'string').join('\n\n');
  const nameOf = document => [named(document._id), ...(indices.length > 1 ? [' in ', named(document._index)] : [])];

  let deleting;
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
    const index = asked.uri?.split('/')[1] ?? '';
    at('where').append('in ', named(decodeURIComponent(index)), ...(field ? [' by ', named(field)] : []));
    at('found').textContent = many(counts.groups, 'group') + ' of at least ' + percent(answer.min_similarity) + ': '
        + count(documents.in_groups) + ' of ' + many(documents.total, 'document') + (documents.in_groups === 1 ? ' is' : ' are')
        + ' in them, and ' + count(documents.redundant) + ' of these could go.';
    tell(at('figures'), [
      ['could go', count(documents.redundant)],
      ['of all documents', documents.total ? percent(documents.redundant / documents.total) : NONE],
      ['verified', answer.verify === 'exact' ? 'exactly' : 'by signatures'],
      ['a pair is found with', percent(answer.probability_found)],
      ['largest group', groups.length ? count(groups[0].size) : NONE],
    ]);
    const unlisted = groups.reduce((sum, group) => sum + group.size - 1 - group.members.length, 0);
    at('notes').append(...[
      counts.groups > groups.length && 'Here ' + (groups.length === 1 ? 'is the largest group' : 'are the ' + count(groups.length) + ' largest groups') + '; ' + count(counts.groups - groups.length)
          + ' are left out. "size", up to 1,000, shows more, and "dest" writes all.',
      unlisted > 0 && many(unlisted, 'member') + ' of these groups are left out. "max_members", up to 10,000, shows more.',
      answer.fields_left_out > 0 && many(answer.fields_left_out, 'document') + ' of the last groups ' + (answer.fields_left_out === 1 ? 'has' : 'have') + ' no text here, as there would be too much of it. A smaller "size" or a "query" leaves room.',
      answer._shards.failed > 0 && many(answer._shards.failed, 'shard') + ' of ' + count(answer._shards.total) + ' could not be read; what is in them is missing.',
      documents.without_signature > 0 && many(documents.without_signature, 'document') + ' without a value of the field took no part.',
      counts.buckets.limited > 0 && many(counts.buckets.limited, 'large bucket') + ' were not compared as a whole: some pairs may be missing.',
    ].filter(Boolean).map(note => make('li', note)));
    at('notes').hidden = !at('notes').hasChildNodes();
  }

  // A group is filled when it is opened, a member when that is.
  function describe(group) {
    return opened('group', [
      make('span', count(group.size), {class: 'size'}), ' ', make('span', nameOf(group.keeper), {class: 'keeper'}), ' ',
      make('span', 'smallest similarity ' + percent(group.smallest_similarity)
          + (group.texts === 1 ? ', one text' : ', ' + many(group.texts, 'text')), {class: 'more'}),
    ], details => {
      details.append(opened('member', [make('span', 'keep', {class: 'size'}), ' ', ...nameOf(group.keeper), more(group.keeper)],
          keeper => showText(keeper, group.keeper)));
      showMembers(details, group, 0);
    });
  }

  function showMembers(details, group, from) {
    const to = from + MEMBERS_AT_ONCE;
    details.append(...group.members.slice(from, to).map(member => opened(
        'member', [make('span', percent(member.similarity), {class: 'size'}), ' ', ...nameOf(member), more(member)],
        element => compare(element, group.keeper, member))));
    const left = group.members.length - to;
    if (left > 0) {
      const button = make('button', many(left, 'more member'), {type: 'button'});
      button.addEventListener('click', () => {
        button.remove();
        showMembers(details, group, to);
      });
      details.append(button);
    } else if (group.size - 1 > group.members.length) {
      details.append(make('p', many(group.size - 1 - group.members.length, 'member') + ' more are not in this page.'));
    }
  }

  // What else was asked for of a document.
  function more(document) {
    const others = Object.entries(document.fields ?? {}).filter(([name]) => name !== field);
    return make('span', others.flatMap(([name, values]) => [
      ' ' + name + ' ', make('bdi', values.map(value => typeof value === 'string' ? value : JSON.stringify(value)).join(', ')),
    ]), {class: 'more'});
  }

  function showText(element, document) {
    const text = textOf(document);
    element.append(text === undefined ? missing(document) : make('div', text, {class: 'side', dir: 'auto'}));
  }

  function compare(element, keeper, member) {
    const [a, b] = [keeper, member].map(textOf);
    if (a === undefined || b === undefined) {
      element.append(missing(a === undefined ? keeper : member));
      return;
    }
    const beside = make('div', []);
    element.append(beside);
    showBeside(beside, [['keep ', ...nameOf(keeper)], nameOf(member)], a, b);
  }

  const missing = document => make('p', ['There is no text of ', ...nameOf(document),
    answer.fields_left_out > 0 ? ': it may be one of those left out of this page.'
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
      ['could go', documents.redundant, ink.best],
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
        searched.set(group, members(group).map(each => [each._id, each._index, textOf(each)].join('\n')).join('\n').toLowerCase());
      }
      return searched.get(group);
    };
    const filter = () => {
      const sought = at('search').value.toLowerCase();
      const atLeast = Number(at('at-least').value);
      const atMost = at('at-most').value === '' ? 1 : Number(at('at-most').value);
      const index = at('index').selectedIndex === 0 ? null : at('index').value;
      const left = shown.filter(({group, element}) => {
        const wanted = group.size >= atLeast && group.smallest_similarity <= atMost
            && (index === null || members(group).some(each => each._index === index))
            && (sought === '' || haystack(group).includes(sought));
        element.hidden = !wanted;
        return wanted;
      });
      at('shown').textContent = count(left.length) + ' of ' + many(groups.length, 'group');
      offerDeleting(left.map(({group}) => group));
    };
    ['search', 'at-least', 'at-most', 'index'].forEach(id => at(id).addEventListener('input', filter));
    filter();
    copying(at('copy-delete'), at('delete'), at('copied-delete'), () => deleting());
  }

  function offerDeleting(left) {
    const redundant = left.flatMap(group => group.members);
    at('delete-words').textContent = 'This deletes the ' + many(redundant.length, 'member') + ' of the ' + many(left.length, 'group')
        + ' shown above; the documents to keep stay. Nothing brings a deleted document back, and one that was changed since is deleted too.';
    const request = lines => 'POST /_bulk\n' + lines.map(({_index, _id, _routing}) => json(
        {delete: {_index, _id, ...(_routing === undefined ? {} : {routing: _routing})}}) + '\n').join('');
    const more = redundant.length - LINES_SHOWN;
    at('delete').textContent = request(redundant.slice(0, LINES_SHOWN)) + (more > 0 ? '⋯ and ' + many(more, 'more line') : '');
    deleting = () => request(redundant);
  }

  function offerWriting() {
    at('write-part').hidden = !asked.body || 'dest' in asked.body;
    if (!asked.body) {
      return;
    }
    const [path, query = ''] = asked.uri.split('?');
    const parameters = new URLSearchParams(query);
    ['format', 'pretty', 'human', 'error_trace', 'filter_path', 'source', 'source_content_type'].forEach(name => parameters.delete(name));
    parameters.set('wait_for_completion', 'false');
    const {fields, ...body} = asked.body;
    at('write').textContent = 'POST ' + path + '?' + parameters + '\n'
        + json({...body, size: 0, dest: {index: 'near-duplicate-groups'}}, 2);
    copying(at('copy-write'), at('write'), at('copied-write'));
  }
}
