'use strict';
{
  const SEPARATOR = '\n\n';
  const sides = ['a', 'b'].map(name => answer[name]);
  const nameOf = i => sides[i].document
      ? [named(sides[i].document._id), ' in ', named(sides[i].document._index)] : ['a given text'];
  const texts = sides.map(side => side.texts.join(SEPARATOR));

  // Where the values of a side begin in its text.
  const starts = sides.map(({texts: values}) => {
    let start = 0;
    return values.map(value => {
      const here = start;
      start += value.length + SEPARATOR.length;
      return here;
    });
  });
  const ROWS = 1000;
  const told = (side, {value = 0, start, length}) => (sides[side].texts.length > 1 ? 'value ' + value + ', ' : '')
      + count(start) + '–' + count(start + length);
  const place = (side, {value = 0, start, length}) => [starts[side][value] + start, starts[side][value] + start + length];
  const passages = answer.passages.map(
      ({shingles, a, b}) => ({shingles, a: place(0, a), b: place(1, b)}));

  const share = side => percent(answer[side].share_in_other);
  document.title = [0, 1].map(i => make('span', nameOf(i)).textContent).join(' and ');
  at('found').append(share('a') + ' of the first, ', ...nameOf(0), ', is in the second, ', ...nameOf(1), ', and ' + share('b')
      + ' of the second is in the first.');
  tell(at('figures'), [
    ['similarity', percent(answer.similarity)],
    ['by signatures', percent(answer.estimated_similarity)],
    ['shingles', sides.map(side => count(side.shingles)).join(' and ')],
    ['in common', count(answer.counts.shingles_in_common)],
    ...sides.some(side => side.ignored_shingles > 0)
        ? [['ignored shingles', sides.map(side => count(side.ignored_shingles)).join(' and ')]] : [],
    ['characters', sides.map(side => count(side.characters)).join(' and ')],
  ]);
  showBeside(at('texts'), [nameOf(0), nameOf(1)], ...texts, passages);
  const {passages: total} = answer.counts;
  at('passages-words').textContent = many(total, 'passage') + (total > passages.length
      ? ', of which the first ' + count(passages.length) + ' are here; "size", up to 100,000, gives more.' : '.')
      + (passages.length > ROWS ? ' The first ' + count(ROWS) + ' are in the table.' : '');
  at('passages-part').hidden = passages.length === 0;
  fill(at('passages'), ['shingles', 'in the first', 'in the second', 'words'], passages.slice(0, ROWS).map(({shingles, a}, i) => [
    count(shingles), told(0, answer.passages[i].a), told(1, answer.passages[i].b),
    make('span', texts[0].slice(...a).replace(/(?<=^.{80}).*(?=.{40}$)/su, ' … '), {class: 'words', dir: 'auto'})]));
}
