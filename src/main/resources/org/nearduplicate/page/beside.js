// Two texts beside each other: what both have, in rows, and what differs, word by word.
'use strict';

// What comparing two texts may cost: the cubes of the numbers of words that differ, which is what the library takes at worst,
// some seconds in all; and how many may differ while nothing is known of them.
const EFFORT = 700 ** 3;
const MOST_AT_ONCE = 400;

// Of what both have so many words are seen around what differs.
const CONTEXT = 24;
const WORTH_FOLDING = 3 * CONTEXT;

const segmenter = new Intl.Segmenter('en', {granularity: 'word'});

// The words of a text with what they are compared by; space belongs to the word before it, or to the first one.
function words(text) {
  const found = [];
  for (const {segment, index} of segmenter.segment(text)) {
    const key = segment.trim();
    const last = found.at(-1);
    if (last && (!key || !last.key)) {
      Object.assign(last, {key: last.key || key, to: index + segment.length});
    } else {
      found.push({key, from: index, to: index + segment.length});
    }
  }
  return found;
}

// Of a list the longest part whose values increase.
function increasing(list, value) {
  const ends = [];
  const before = new Map();
  for (const each of list) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value(ends[middle]) < value(each)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    before.set(each, ends[low - 1]);
    ends[low] = each;
  }
  const found = [];
  for (let each = ends.at(-1); each; each = before.get(each)) {
    found.push(each);
  }
  return found.reverse();
}

// Places of two lists of words that agree, and are in the same order: three words in a row that both have once.
function anchors(as, bs) {
  const once = list => {
    const places = new Map();
    for (let i = 0; i + 2 < list.length; i++) {
      const key = JSON.stringify([list[i].key, list[i + 1].key, list[i + 2].key]);
      places.set(key, places.has(key) ? -1 : i);
    }
    return places;
  };
  const inB = once(bs);
  const both = [...once(as)].map(([key, a]) => ({a, b: inB.get(key) ?? -1})).filter(({a, b}) => a >= 0 && b >= 0);
  return increasing(both, ({b}) => b);
}

// Runs of words that are the same in both lists, and of words that differ; those are unsure that cost too much to compare.
function wordRuns(as, bs, effort) {
  const found = [];
  const ends = () => found.length > 0 ? [found.at(-1).a[1], found.at(-1).b[1]] : [0, 0];
  const searched = (ofA, ofB, most) => {
    const affordable = Math.min(most, Math.floor(Math.cbrt(Math.max(0, effort.left))));
    const keys = list => list.map(({key}) => key);
    const parts = affordable < 1 ? null : Diff.diffArrays(keys(ofA), keys(ofB), {maxEditLength: affordable});
    effort.left -= (parts?.reduce((sum, part) => sum + (part.added || part.removed ? part.count : 0), 0) ?? affordable) ** 3;
    return parts;
  };
  const add = (same, toA, toB, unsure = false) => {
    const last = found.at(-1);
    const [a, b] = ends();
    if (last && last.same === same && last.unsure === unsure) {
      last.a[1] = toA;
      last.b[1] = toB;
    } else if (toA > a || toB > b) {
      found.push({same, unsure, a: [a, toA], b: [b, toB]});
    }
  };
  // What both begin and end with needs no search.
  const compare = (toA, toB, most) => {
    const agree = (a, b) => as[a].key === bs[b].key;
    let [a, b] = ends();
    while (a < toA && b < toB && agree(a, b)) {
      add(true, ++a, ++b);
    }
    let [endA, endB] = [toA, toB];
    while (endA > a && endB > b && agree(endA - 1, endB - 1)) {
      endA--;
      endB--;
    }
    const parts = a === endA || b === endB ? [{removed: true, count: endA - a}, {added: true, count: endB - b}]
        : searched(as.slice(a, endA), bs.slice(b, endB), most);
    if (!parts) {
      return false;
    }
    for (const {added, removed, count: length} of parts) {
      a += added ? 0 : length;
      b += removed ? 0 : length;
      add(!added && !removed, a, b);
    }
    add(true, toA, toB);
    return true;
  };
  if (compare(as.length, bs.length, MOST_AT_ONCE)) {
    return found;
  }
  for (const {a, b} of [...anchors(as, bs), {a: as.length, b: bs.length}]) {
    const [fromA, fromB] = ends();
    if (a < fromA || b < fromB) {
      continue;
    }
    if (!compare(a, b, a - fromA + b - fromB)) {
      add(false, a, b, true);
    }
    if (a < as.length) {
      add(true, a + 1, b + 1);
    }
  }
  return found;
}

// The same in characters of two texts, from places in them on; where long runs begin and end that both have.
function differences(a, b, effort, atA = 0, atB = 0) {
  const lists = {a: words(a), b: words(b)};
  const counted = (side, from, to) => lists[side].slice(from, to).filter(({key}) => /[\p{L}\p{N}]/u.test(key)).length;
  const place = (side, i) => (side === 'a' ? atA : atB)
      + (lists[side][i]?.from ?? (side === 'a' ? a : b).length);
  return wordRuns(lists.a, lists.b, effort).map(run => {
    const length = run.a[1] - run.a[0];
    const places = side => run[side].map(i => place(side, i));
    const inner = side => [run[side][0] + CONTEXT, run[side][1] - CONTEXT];
    const fold = side => inner(side).map(i => place(side, i));
    return {
      same: run.same, unsure: run.unsure, words: length, a: places('a'), b: places('b'),
      fold: run.same && length >= WORTH_FOLDING ? {
        a: fold('a'), b: fold('b'),
        words: [counted('a', run.a[0], inner('a')[0]), counted('a', ...inner('a')), counted('a', inner('a')[1], run.a[1])],
      } : null,
    };
  });
}

// Two texts as runs: passages that both have in the same order, and what is between them.
function aligned(a, b, passages, effort) {
  const found = [];
  let [doneA, doneB] = [0, 0];
  const upTo = (toA, toB, more) => {
    for (const run of differences(a.slice(doneA, toA), b.slice(doneB, toB), effort, doneA, doneB)) {
      found.push({...run, ...more});
    }
    [doneA, doneB] = [toA, toB];
  };
  for (const passage of passages) {
    upTo(Math.max(doneA, passage.a[0]), Math.max(doneB, passage.b[0]), {});
    const first = found.length;
    upTo(Math.max(doneA, passage.a[1]), Math.max(doneB, passage.b[1]), {passage: true});
    if (found.length > first) {
      found[first].row = true;
    }
  }
  upTo(a.length, b.length, {});
  return found;
}

// What is to be said of two texts of which no word differs.
function sameness(a, b) {
  return a === b ? 'The texts are the same, character by character.'
      : 'The words are the same; only spaces differ, or where one value ends and the next begins.';
}

// Fills an element with two texts, whose names are texts or nodes. Of passages, those that stand elsewhere in the other text are marked where they differ.
function showBeside(element, names, a, b, passages = []) {
  const inOrder = increasing(passages, passage => passage.b[0]);
  const elsewhere = places(passages, new Set(inOrder));
  const texts = {a, b};
  const heads = names.map(name => make('div', name, {class: 'name'}));
  const cell = (content, i) => make('div', content, {class: 'side', dir: 'auto', 'data-name': heads[i].textContent});
  const pair = ({a: left, b: right}) => make('div', [cell(left, 0), cell(right, 1)], {class: 'pair'});
  const piece = (side, [from, to], run) => {
    const content = texts[side].slice(from, to);
    if (run.same || !content.trim()) {
      return content === '' ? [] : [run.passage && run.same ? make('mark', content) : content];
    }
    if (run.unsure) {
      return [make('span', content, {class: 'unsure'})];
    }
    return cut([from, to], elsewhere[side]).map(part => make(
        'u', texts[side].slice(part.from, part.to), {class: part.inside ? 'elsewhere' : 'only'}));
  };
  let row = {a: [], b: []};
  element.classList.add('beside');
  element.replaceChildren(make('div', heads, {class: 'pair'}));
  const flush = () => {
    if (row.a.length || row.b.length) {
      element.append(pair(row));
      row = {a: [], b: []};
    }
  };
  const add = (run, ofA, ofB) => {
    row.a.push(...piece('a', ofA, run));
    row.b.push(...piece('b', ofB, run));
  };
  const runs = aligned(a, b, inOrder, {left: EFFORT});
  if (runs.every(run => run.same)) {
    element.append(make('p', sameness(a, b)));
  }
  runs.forEach((run, i) => {
    if (run.row && run.words >= CONTEXT) {
      flush();
    }
    if (!run.fold) {
      add(run, run.a, run.b);
      return;
    }
    const inner = Object.fromEntries(['a', 'b'].map(side => [side, [
      i === 0 ? run[side][0] : run.fold[side][0], i === runs.length - 1 ? run[side][1] : run.fold[side][1]]]));
    const [head, middle, tail] = run.fold.words;
    const folded = middle + (i === 0 ? head : 0) + (i === runs.length - 1 ? tail : 0);
    const button = make('button', '⋯ ' + many(folded, 'word') + ' that both have', {type: 'button', class: 'fold'});
    button.addEventListener('click', () => {
      const whole = pair({a: piece('a', inner.a, run), b: piece('b', inner.b, run)});
      whole.tabIndex = -1;
      button.replaceWith(whole);
      whole.focus();
    });
    add(run, [run.a[0], inner.a[0]], [run.b[0], inner.b[0]]);
    flush();
    element.append(button);
    add(run, [inner.a[1], run.a[1]], [inner.b[1], run.b[1]]);
  });
  flush();
  if (runs.some(run => run.unsure)) {
    element.append(make('p', [make('span', 'What looks like this', {class: 'unsure'}),
      ' differs too much to be compared word by word.']));
  }
}

// Where passages that are left out stand in each text, one behind the other.
function places(passages, leftOut) {
  return Object.fromEntries(['a', 'b'].map(side => {
    const merged = [];
    for (const [from, to] of passages.filter(passage => !leftOut.has(passage)).map(passage => passage[side]).sort((p, q) => p[0] - q[0])) {
      if (merged.length && merged.at(-1)[1] >= from) {
        merged.at(-1)[1] = Math.max(merged.at(-1)[1], to);
      } else {
        merged.push([from, to]);
      }
    }
    return [side, merged];
  }));
}

// Cuts a place into what is inside of places, which are taken from the list as they are passed, and what is not.
function cut([from, to], list) {
  while (list.length && list[0][1] <= from) {
    list.shift();
  }
  const parts = [];
  let done = from;
  const upTo = (end, inside) => {
    if (end > done) {
      parts.push({from: done, to: end, inside});
      done = end;
    }
  };
  for (let i = 0; list[i]?.[0] < to; i++) {
    upTo(list[i][0], false);
    upTo(Math.min(to, list[i][1]), true);
  }
  upTo(to, false);
  return parts;
}
