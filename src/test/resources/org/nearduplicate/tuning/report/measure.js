// Writes what a reader would see of the frames of this page: a fact a line, as "frame fact: value".
window.addEventListener('load', () => {
  const facts = [];
  for (const frame of document.querySelectorAll('iframe')) {
    const page = frame.contentDocument;
    page.querySelectorAll('details').forEach(details => { details.open = true; });
    const tell = (fact, value) => facts.push(`${frame.name} ${fact}: ${value}`);
    const root = page.documentElement;
    tell('dark', frame.contentWindow.matchMedia('(prefers-color-scheme: dark)').matches);
    tell('width', frame.contentWindow.innerWidth);
    tell('scroll width', root.scrollWidth);
    const seen = [...page.querySelectorAll('svg')].filter(svg => svg.getClientRects().length > 0);
    tell('pictures', seen.length);
    tell('figures', page.querySelectorAll('figure').length);
    tell('least picture width', Math.min(...seen.map(svg => svg.getBoundingClientRect().width)));
    tell('least picture height', Math.min(...seen.map(svg => svg.getBoundingClientRect().height)));
    tell('least text', Math.min(...sizes(page, seen)));
    seen.forEach((svg, i) => collisions(svg).forEach(it => tell(`collision in picture ${i}`, it)));
    for (const table of page.querySelectorAll('.table')) {
      tell('table width', table.clientWidth);
      tell('table scroll width', table.scrollWidth);
      table.scrollLeft = 300;
      const first = table.querySelector('tbody th').getBoundingClientRect().left;
      tell('first column moves by', Math.round(first - table.getBoundingClientRect().left));
    }
  }
  const list = document.createElement('pre');
  list.id = 'facts';
  list.textContent = facts.join('\n');
  document.body.replaceChildren(list);

  function sizes(page, pictures) {
    const size = element => parseFloat(page.defaultView.getComputedStyle(element).fontSize);
    const inPictures = pictures.flatMap(svg => [...svg.querySelectorAll('text')]
        .map(text => size(text) * svg.getScreenCTM().a));
    const outside = [...page.querySelectorAll('body *')]
        .filter(element => !element.closest('svg') && element.getClientRects().length > 0)
        .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
        .map(size);
    return [...inPictures, ...outside];
  }

  function collisions(svg) {
    const found = [];
    const picture = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')];
    const boxes = texts.map(text => text.getBoundingClientRect());
    boxes.forEach((a, i) => {
      if (a.left < picture.left || a.right > picture.right || a.top < picture.top || a.bottom > picture.bottom) {
        found.push(`${texts[i].textContent} leaves the picture`);
      }
      boxes.slice(i + 1).forEach((b, j) => {
        // The box of a line is higher than its letters.
        if (a.left < b.right && b.left < a.right && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2) {
          found.push(`${texts[i].textContent} and ${texts[i + 1 + j].textContent}`);
        }
      });
    });
    return found;
  }
});
