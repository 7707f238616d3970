// Frames of live pages, a choice among puzzles, and a search that also works from files.
'use strict';

const framed = attributes => {
  const frame = Object.assign(document.createElement('iframe'), attributes);
  frame.setAttribute('sandbox', 'allow-scripts');
  return frame;
};

// A page in the place of its picture; it is loaded when it is seen.
for (const figure of document.querySelectorAll('.live')) {
  const frame = framed({title: figure.title, loading: 'lazy', src: figure.dataset.page});
  figure.removeAttribute('title');
  figure.firstElementChild.replaceWith(frame);
}

// The page of a trace: its own part is beside the button, the others are the same for every puzzle.
for (const button of document.querySelectorAll('.step-through')) {
  button.hidden = false;
  button.onclick = () => {
    button.disabled = true;
    const script = document.createElement('script');
    script.src = button.dataset.parts;
    script.onload = () => {
      const [head, middle, tail] = JSON.parse(button.nextElementSibling.textContent);
      const [style, code] = window.traceParts;
      const figure = document.createElement('figure');
      figure.className = 'live';
      figure.append(framed({title: `${document.title}, step by step`, srcdoc: head + style + middle + code + tail}));
      button.parentElement.after(figure);
    };
    document.head.append(script);
  };
}

// The puzzles of the gallery that fit what is chosen.
for (const form of document.querySelectorAll('form.filter')) {
  const groups = [...document.querySelectorAll('section > .gallery')].map(gallery => gallery.parentElement);
  const titles = groups.map(group => group.querySelector('h2').firstChild.data);
  form.elements.kind.append(...titles.map(title => new Option(title)));
  form.hidden = false;
  form.onsubmit = event => event.preventDefault();
  form.oninput = () => {
    const {kind, size, one, lesson} = form.elements;
    const words = form.querySelector('[type=search]').value.toLowerCase().split(/\s+/);
    const [least, most] = size.value ? size.value.split(' ').map(Number) : [0, Infinity];
    let found = 0;
    for (const [place, group] of groups.entries()) {
      let shown = 0;
      for (const card of group.querySelectorAll('.gallery > a')) {
        const text = card.textContent.toLowerCase(), count = card.querySelector('[data-size]').dataset.size;
        card.hidden = !(words.every(word => text.includes(word)) && least <= count && count <= most
          && (!one.checked || card.querySelector('[data-one]'))
          && (!lesson.checked || card.querySelector('[data-lesson]')));
        shown += !card.hidden;
      }
      group.hidden = !shown || (kind.value && kind.value !== titles[place]);
      found += group.hidden ? 0 : shown;
    }
    form.querySelector('output').value = `${found} of ${document.querySelectorAll('.gallery > a').length}${found ? '' : ': try another word'}`;
  };
  form.oninput();
}

// The tree at the side shows where the page is.
const here = document.querySelector('.sidebar-tree .current-page'), side = document.querySelector('.sidebar-scroll');
if (here && side) side.scrollTo({top: here.getBoundingClientRect().top - side.clientHeight / 2, behavior: 'instant'});

// What the theme leaves out for readers without eyes or mouse: names, lists, places to scroll by keys.
for (const [place, name] of [['.sidebar-drawer', 'pages'], ['.toc-drawer', 'on this page']])
  document.querySelector(place)?.setAttribute('aria-label', name);
const renamed = (element, tag, ...children) => {
  const other = document.createElement(tag);
  other.append(...children);
  element.replaceWith(other);
  return other;
};
for (const list of document.querySelectorAll('.sig > dl'))
  renamed(list, 'ul', ...[...list.children].map(one => renamed(one, 'li', ...one.childNodes)));
for (const box of document.querySelectorAll('pre, .table-wrapper'))
  if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;

// From a file a page can read no other, so a script has the texts from which a search takes excerpts.
if (location.protocol === 'file:' && typeof Search === 'object') {
  const texts = new Promise(done => {
    const script = Object.assign(document.createElement('script'), {src: '_static/excerpts.js'});
    script.onload = () => done(window.excerpts);
    document.head.append(script);
  });
  window.fetch = async address => ({text: async () => (await texts)[address.replace(/^\.\//, '').replace('.html', '')] ?? ''});
  Search.htmlToText = text => text;
}
