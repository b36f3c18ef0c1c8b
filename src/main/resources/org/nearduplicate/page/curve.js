'use strict';
{
  const goals = Object.values(answer.goals).map(goal => {
    const find = 'similarity' in goal;
    return {
      ...goal, find,
      x: find ? goal.similarity : goal.noise_similarity,
      y: find ? goal.recall : goal.noise,
    };
  });
  const wanted = goal => (goal.find ? 'find at least ' : 'find at most ') + percent(goal.y) + ' at ' + goal.x;
  const met = goal => goal.met ? '✓ met' : '✗ not met';
  const steepest = answer.steepest;
  const rowsFrom = each => many(each.rows, 'row') + ' from ' + quantity(each.min_similarity);

  at('banding').textContent = bandsAndRows(answer);
  at('found').textContent = answer.similarity_at.map(
      point => percent(point.probability) + ' of the pairs of similarity ' + quantity(point.similarity)).join(', ')
      + '. Steepest at ' + quantity(steepest.similarity) + '. By its min_similarity a search takes '
      + answer.by_rows.map(rowsFrom).join(', ') + '.';
  at('no-goals').hidden = goals.length > 0;
  at('goals').parentElement.hidden = goals.length === 0;
  fill(at('goals'), ['goal', 'similarity', 'wanted', 'found', 'met'], goals.map(goal => [
    goal.find ? 'find' : 'leave out', String(goal.x), (goal.find ? '≥ ' : '≤ ') + share(goal.y),
    share(goal.probability), make('span', met(goal), {class: goal.met ? 'met' : 'not-met'})]));
  at('mapping').textContent = json(answer.mapping, 2);
  copying(at('copy'), at('mapping'), at('copied'));
  fill(at('figures'), ['figure', 'value'], [
    ['bands', count(answer.bands)],
    ['rows of a band', count(answer.rows)],
    ['of these taken', count(answer.rows_taken)],
    ['components of a sketch', count(answer.hash_count)],
    ['of these used by bands', count(answer.hashes_used)],
    ...answer.similarity_at.map(point => [
      percent(point.probability) + ' are found at similarity', quantity(point.similarity)]),
    ['steepest at similarity', quantity(steepest.similarity)],
    ['where are found', share(steepest.probability)],
    ['steepest by (1/bands)^(1/rows)', quantity(steepest.approximation)],
  ]);
  fill(at('steps'), ['similarity', ...answer.by_rows.map(each => 'found by ' + many(each.rows, 'row'))],
      answer.curve.map((point, i) => [point.similarity.toFixed(2), ...answer.by_rows.map(each => share(each.curve[i].probability))]));
  at('alternatives-part').hidden = answer.alternatives.length === 0;
  const found = Object.keys(answer.goals);
  fill(at('alternatives'), ['bands × rows', 'hashes used', ...found.map(
      goal => goal === 'find' ? 'found of the wanted' : 'found of the others'), 'goals'],
  answer.alternatives.map(other => [
    other.bands + ' × ' + other.rows, count(other.hashes_used),
    ...found.map(goal => share(other[goal + '_probability'])),
    make('span', met(other), {class: other.met ? 'met' : 'not-met'})]));

  const passages = answer.passages;
  at('passages-part').hidden = !passages;
  if (passages) {
    at('passages-found').textContent = 'One shingle in ' + passages.passages + ' is sampled. A passage has one with '
        + passages.shingles_at.map(point => percent(point.probability) + ' if it has ' + count(point.shingles) + ' shingles').join(', ') + '.'
        + (passages.goal ? ' Goal: ' + percent(passages.goal.recall) + ' with ' + count(passages.goal.shortest_passage) + ', '
            + met(passages.goal) + '.' : '');
    fill(at('passages'), ['shingles of a passage', 'found'], passages.curve.map(
        point => [count(point.shingles), share(point.probability)]));
  }

  drawing(() => draw(at('curve'),
      'The S-curves of ' + bandsAndRows(answer) + '. ' + at('found').textContent
      + goals.map(goal => ' Goal: ' + wanted(goal) + ', ' + met(goal) + '.').join(''), {
        data: {
          datasets: [
            ...goals.map(goal => {
              const color = ink[goal.find ? 'find' : 'leave-out'];
              return {
                type: 'line', label: met(goal) + ': ' + wanted(goal), borderColor: color, borderDash: [5, 5],
                borderWidth: 1.5, pointStyle: ['line', 'triangle', 'line'], pointRadius: [0, 9, 0],
                pointHoverRadius: [0, 9, 0], pointRotation: goal.find ? 0 : 180, pointBorderWidth: 2,
                pointBackgroundColor: goal.met ? color : ink.background, clip: false,
                data: [{x: goal.x, y: goal.find ? 0 : 1}, {x: goal.x, y: goal.y}, {x: goal.find ? 1 : 0, y: goal.y}],
              };
            }), {
              type: 'scatter', label: 'steepest', pointStyle: 'rectRot', radius: 8, hoverRadius: 8,
              backgroundColor: ink.curve, data: [{x: steepest.similarity, y: steepest.probability}],
            }, {
              type: 'scatter', label: 'steps of 0.05', radius: 3.5, backgroundColor: ink.curve, clip: false,
              data: answer.curve.map(point => ({x: point.similarity, y: point.probability})),
            },
            ...answer.by_rows.map(each => ({
              type: 'line', label: rowsFrom(each), pointRadius: 0, pointHoverRadius: 0, borderColor: ink.curve,
              borderWidth: each.rows === answer.rows_taken ? 3 : 1, borderDash: each.rows === answer.rows_taken ? [] : [each.rows, 3],
              pointStyle: 'line', clip: false, data: sCurve(answer.bands, each.rows),
            })),
          ],
        },
        options: {
          scales: {
            x: axis('Jaccard similarity of a pair', {type: 'linear', min: 0, max: 1}),
            y: axis('Share that is found', {min: 0, max: 1, ticks: percents}),
          },
          plugins: {
            tooltip: {
              filter: item => item.dataset.pointRadius !== 0,
              callbacks: {
                title: () => '',
                label: item => item.dataset.label + ': ' + percent(item.parsed.y) + ' at ' + quantity(item.parsed.x),
              },
            },
          },
        },
      }));
}
