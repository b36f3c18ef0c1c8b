// What pages have in common. Texts of the answer become text nodes and attributes, never markup.
'use strict';

const at = id => document.getElementById(id);

// Whole numbers that JavaScript would round are kept as they are written, where the browser can.
const read = id => JSON.parse(at(id).textContent, (key, value, context) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source && JSON.rawJSON
    ? JSON.rawJSON(context.source) : value);
const asked = read('request');
const answer = read('answer');
const NONE = '–';

function make(kind, content, attributes = {}) {
  const element = document.createElement(kind);
  for (const part of [content].flat()) {
    element.append(part);
  }
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  return element;
}

const named = text => make('code', String(text));

// What is to be copied has no characters that only change how it looks.
const json = (value, indent) => JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu,
    c => c.split('').map(unit => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0')).join(''));

// How figures are written. One that there is none of is null in the answer, and a dash here.
const count = whole => whole.toLocaleString('en');
const many = (whole, thing) => count(whole) + ' ' + thing + (whole === 1 ? '' : 's');
const quantity = figure => figure === null ? NONE
    : Math.round(figure) >= 1000 ? count(Math.round(figure)) : String(Number(figure.toPrecision(3)));
const difference = figure => figure === null ? NONE : figure.toFixed(4);

// Only none is 0% and only all is 100%: what is close to them has as many places as that needs, up to six.
function share(figure) {
  if (figure === null) {
    return NONE;
  }
  const percent = figure * 100;
  const toEnd = Math.min(percent, 100 - percent);
  if (toEnd > 0 && toEnd < 1e-6) {
    return percent < 50 ? '<0.000001%' : '>99.999999%';
  }
  return percent.toFixed(toEnd === 0 || toEnd >= 0.01 ? 2 : Math.ceil(-Math.log10(toEnd))) + '%';
}

// The same in a sentence.
const percent = figure => share(figure).replace(/\.?0+%$/, '%');

const bandsAndRows = banding => many(banding.bands, 'band') + ' × ' + banding.rows_taken + ' of ' + many(banding.rows, 'row');

// How often rows of unequal components are equal, by the bits that a key has of each.
const ACCIDENTS = [12, 9, 6, 5, 5, 5].map(bits => 2 ** -bits);

// The S-curve as a line: steps of its similarity, and of its probability where it is steep.
function sCurve(bands, rows) {
  const band = x => ACCIDENTS.slice(0, rows).reduce((equal, accident) => equal * (x + (1 - x) * accident), 1);
  const steps = Array.from({length: 201}, (_, i) => i / 200);
  const steep = steps.slice(1, -1).map(p => (-Math.expm1(Math.log1p(-p) / bands)) ** (1 / rows));
  return [...steps, ...steep].sort((a, b) => a - b)
      .map(x => ({x, y: -Math.expm1(bands * Math.log1p(-band(x)))}));
}

// An element may show only the first of what is to be copied.
function copying(button, source, told, text = () => source.textContent) {
  button.addEventListener('click', async () => {
    source.textContent = text();
    getSelection().selectAllChildren(source);
    try {
      await navigator.clipboard.writeText(source.textContent);
      told.textContent = 'Copied.';
    } catch (refused) {
      // Pages without TLS have no clipboard.
      told.textContent = document.execCommand('copy') ? 'Copied.' : 'Selected: copy it with Ctrl+C or ⌘C.';
    }
  });
}

// Fills a table: rows are lists of cells, of which the first names its row.
function fill(table, headings, rows) {
  table.replaceChildren(
      make('thead', make('tr', headings.map(heading => make('th', heading, {scope: 'col'})))),
      make('tbody', rows.map(([first, ...others]) => make('tr', [
        make('th', first, {scope: 'row'}), ...others.map(other => make('td', other))]))));
}

// Names and values of figures.
const tell = (list, figures) => list.append(...figures.map(
    ([name, value]) => make('div', [make('dt', name), make('dd', value)])));

let redraw = () => {};
let ink;

// Draws a picture on a canvas, with words for those who do not see it.
function draw(canvas, words, config) {
  Chart.getChart(canvas)?.destroy();
  canvas.setAttribute('aria-label', words);
  canvas.textContent = words;
  return new Chart(canvas, config);
}

const axis = (text, more = {}) => ({
  title: {display: true, text, color: ink.text},
  grid: {color: ink.grid},
  border: {color: ink.muted},
  ...more,
});

const percents = {callback: value => percent(value)};
const powers = {
  maxRotation: 0,
  callback: value => /^[125]0*$/.test(String(value).replace(/^0\.0*/, '')) ? quantity(value) : '',
};

// Draws all pictures of the page, and again in other colours where these change.
function drawing(drawAll) {
  redraw = () => {
    const style = getComputedStyle(document.documentElement);
    ink = Object.fromEntries(['background', 'text', 'muted', 'grid', 'curve', 'find', 'leave-out', 'bar', 'best']
        .map(name => [name, style.getPropertyValue('--' + name).trim()]));
    Chart.defaults.color = ink.muted;
    drawAll();
  };
  Object.assign(Chart.defaults, {animation: false, maintainAspectRatio: false, locale: 'en'});
  Object.assign(Chart.defaults.font, {family: 'system-ui,sans-serif', size: 13});
  Object.assign(Chart.defaults.plugins.legend, {position: 'bottom', align: 'start'});
  Object.assign(Chart.defaults.plugins.legend.labels, {usePointStyle: true, boxHeight: 8, padding: 14});
  redraw();
}

// Paper is light.
const paper = light => () => {
  document.documentElement.classList.toggle('light', light);
  redraw();
};
addEventListener('beforeprint', paper(true));
addEventListener('afterprint', paper(false));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => redraw());
