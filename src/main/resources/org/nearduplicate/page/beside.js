// Two texts beside each other: what both have, in rows, and what differs, word by word.
'use strict';

// A browser takes seconds for more words that differ. Then whole sentences are compared, and the words of these.
const MOST_EDITS = 1000;

// Of what both have so many words are seen around what differs, within so many characters.
const CONTEXT = 24;
const REACH = 400;
const WORTH_FOLDING = 80;

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

// The sentences of a text, in words.
function sentences(list) {
  const ends = list.flatMap((word, i) => /[.!?。！？]/.test(word.key) || i === list.length - 1 ? [i + 1] : []);
  return ends.map((to, i) => {
    const from = ends[i - 1] ?? 0;
    return {from, to, key: list.slice(from, to).map(word => word.key).join(' ')};
  });
}

// What two lists have in common, and what not: runs from and to in both.
function runs(as, bs) {
  const keys = list => list.map(({key}) => key);
  const parts = Diff.diffArrays(keys(as), keys(bs), {maxEditLength: MOST_EDITS});
  if (!parts) {
    return null;
  }
  const found = [];
  let [a, b] = [0, 0];
  for (const {added, removed, count: length} of parts.filter(part => part.count > 0)) {
    const same = !added && !removed;
    if (found.at(-1)?.same !== same) {
      found.push({same, a: [a, a], b: [b, b]});
    }
    a += added ? 0 : length;
    b += removed ? 0 : length;
    found.at(-1).a[1] = a;
    found.at(-1).b[1] = b;
  }
  return found;
}

function wordRuns(as, bs) {
  const found = runs(as, bs);
  if (found) {
    return found;
  }
  const [ofA, ofB] = [sentences(as), sentences(bs)];
  const span = (list, [from, to], end) => [list[from]?.from ?? end, list[to - 1]?.to ?? list[from]?.from ?? end];
  const whole = [{same: false, a: [0, ofA.length], b: [0, ofB.length]}];
  return (runs(ofA, ofB) ?? whole).flatMap(run => {
    const a = span(ofA, run.a, as.length);
    const b = span(ofB, run.b, bs.length);
    const within = run.same ? null : runs(as.slice(...a), bs.slice(...b));
    const move = ([from, to], by) => [from + by, to + by];
    return within?.map(part => ({...part, a: move(part.a, a[0]), b: move(part.b, b[0])})) ?? [{...run, a, b}];
  });
}

// The same in characters of two texts, from places in them on.
function differences(a, b, atA = 0, atB = 0) {
  const [as, bs] = [words(a), words(b)];
  const place = (list, text, [from, to], by) =>
    [by + (list[from]?.from ?? text.length), by + (list[to]?.from ?? text.length)];
  return wordRuns(as, bs).map(({same, a: ofA, b: ofB}) => (
    {same, a: place(as, a, ofA, atA), b: place(bs, b, ofB, atB)}));
}

// Those passages, the longest first, that follow each other in both texts; each begins behind the one before.
function inOrder(passages) {
  const chosen = [];
  const before = (p, q) => ['a', 'b'].every(side => p[side][0] < q[side][0] && p[side][1] < q[side][1]);
  for (const passage of [...passages].sort((p, q) => q.shingles - p.shingles)) {
    let [low, high] = [0, chosen.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chosen[middle].a[0] < passage.a[0]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if ((low === 0 || before(chosen[low - 1], passage)) && (low === chosen.length || before(passage, chosen[low]))) {
      chosen.splice(low, 0, passage);
    }
  }
  return chosen;
}

// Two texts with passages that both have, as rows: these, and the words between them.
function aligned(a, b, passages) {
  const found = [];
  let [doneA, doneB] = [0, 0];
  const upTo = (toA, toB) => {
    if (toA > doneA || toB > doneB) {
      found.push(...differences(a.slice(doneA, toA), b.slice(doneB, toB), doneA, doneB));
    }
  };
  for (const passage of inOrder(passages)) {
    const from = [Math.max(doneA, passage.a[0]), Math.max(doneB, passage.b[0])];
    upTo(...from);
    found.push({same: true, passage: true, a: [from[0], passage.a[1]], b: [from[1], passage.b[1]]});
    [doneA, doneB] = [passage.a[1], passage.b[1]];
  }
  upTo(a.length, b.length);
  return found;
}

// Fills an element with two texts. Passages that stand elsewhere in the other text are marked where they differ.
function showBeside(element, names, a, b, passages = []) {
  const placed = new Set(inOrder(passages));
  const elsewhere = passages.filter(passage => !placed.has(passage));
  const cell = (...content) => make('div', content.flat(), {class: 'side', dir: 'auto'});
  const pair = (left, right) => make('div', [cell(left), cell(right)], {class: 'pair'});
  const piece = (side, text, [from, to], run) => {
    const content = text.slice(from, to);
    if (run.same || !content.trim()) {
      return content === '' ? [] : [run.passage ? make('mark', content) : content];
    }
    return elsewhereIn(side, [from, to], elsewhere).map(part => make(
        side === 'a' ? 'del' : 'ins', text.slice(part.from, part.to), part.moved ? {class: 'elsewhere'} : {}));
  };
  const rows = [];
  let [left, right] = [[], []];
  const flush = () => {
    if (left.length || right.length) {
      rows.push(pair(left, right));
      [left, right] = [[], []];
    }
  };
  const add = (run, ofA, ofB) => {
    left.push(...piece('a', a, ofA, run));
    right.push(...piece('b', b, ofB, run));
  };
  const found = aligned(a, b, passages);
  found.forEach((run, i) => {
    if (!run.same) {
      add(run, run.a, run.b);
      return;
    }
    if (run.passage && run.a[1] - run.a[0] >= WORTH_FOLDING) {
      flush();
    }
    const cut = (text, [from, to]) => [
      i === 0 ? from : headEnd(text, from, to),
      i === found.length - 1 ? to : tailStart(text, from, to),
    ];
    const [fromA, toA] = cut(a, run.a);
    const [fromB, toB] = cut(b, run.b);
    if (Math.min(toA - fromA, toB - fromB) < WORTH_FOLDING) {
      add(run, run.a, run.b);
      return;
    }
    add(run, [run.a[0], fromA], [run.b[0], fromB]);
    flush();
    const fold = make('button', '⋯ ' + many(toA - fromA, 'character') + ' that both have', {type: 'button', class: 'fold'});
    fold.addEventListener('click', () => {
      const whole = pair(piece('a', a, [fromA, toA], run), piece('b', b, [fromB, toB], run));
      whole.tabIndex = -1;
      fold.replaceWith(whole);
      whole.focus();
    });
    rows.push(fold);
    add(run, [toA, run.a[1]], [toB, run.b[1]]);
  });
  flush();
  element.classList.add('beside');
  element.replaceChildren(
      make('div', names.map(name => make('div', name, {class: 'name'})), {class: 'pair'}), ...rows);
}

// Where the first words of a place end, and where its last ones begin.
function headEnd(text, from, to) {
  const near = words(text.slice(from, Math.min(to, from + REACH)));
  return from + near[Math.min(CONTEXT, near.length) - 1].to;
}

function tailStart(text, from, to) {
  const start = Math.max(from, to - REACH);
  return start + (words(text.slice(start, to)).at(-CONTEXT)?.from ?? 0);
}

// Cuts a place in a text into what is elsewhere in the other, and what is not.
function elsewhereIn(side, [from, to], passages) {
  const inside = passages.map(passage => passage[side]).filter(place => place[0] < to && place[1] > from);
  const cuts = [...new Set([from, to, ...inside.flat().filter(cut => cut > from && cut < to)])].sort((x, y) => x - y);
  return cuts.slice(0, -1).map((cut, i) => ({
    from: cut, to: cuts[i + 1], moved: inside.some(place => place[0] <= cut && place[1] >= cuts[i + 1]),
  }));
}
