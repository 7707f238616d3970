// What the pages of results share: verdicts with an icon, tables that can be sorted, data to keep.
const ICONS = {
  agree: 'M16 2a14 14 0 1 0 .01 0zM13.600 22.500L7 16l2-2 4.600 4.600L23 9.200l2 2z',
  differ: 'M16 2a14 14 0 1 0 .01 0zM11 9l5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5-5-5z',
  undecided: 'M16 2a14 14 0 1 0 .01 0zm-1.300 6h2.600v8l5.500 3.200-1.300 2.200-6.800-4z',
};
ICONS.same = ICONS.agree;
for (const verdict of ['too many', 'too few', 'different', 'failed']) ICONS[verdict] = ICONS.differ;
const icon = verdict => s('svg', {viewBox: '0 0 32 32', 'aria-hidden': 'true'}, s('path', {'fill-rule': 'evenodd', d: ICONS[verdict] || ICONS.undecided}));
const tag = (look, text) => h('span', {class: 'tag ' + look}, text);

// In a frame of the playground nothing can be saved.
if (location.protocol === 'blob:' && $('save')) $('save').hidden = true;

// Light or dark and large letters, by the address and by buttons; the address.
function looks() {
  const query = new URLSearchParams(location.hash.slice(1)), root = document.documentElement;
  const enlarge = big => {
    root.classList.toggle('big', big);
    $('big').setAttribute('aria-pressed', String(big));
  };
  if (query.get('theme')) theme.set(query.get('theme'));
  enlarge(query.get('big') === '1');
  $('theme').onclick = () => theme.turn();
  $('big').onclick = () => enlarge(!root.classList.contains('big'));
  return query;
}

// Hands the data of a page to the reader as a file.
function download(data, name) {
  const href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], {type: 'application/json'}));
  h('a', {download: `${name.replace(/[^\w.]+/g, '_')}.json`, href}).click();
}

// A table whose rows are sorted by pressing the name of a column: `[name, key, content]` each.
function sortable(table, columns, rows, look) {
  let by = -1, down = false;
  const draw = () => {
    const order = [...rows];
    if (by >= 0) order.sort((a, b) => { const [x, y] = [columns[by][1](a), columns[by][1](b)]; return (x > y ? 1 : x < y ? -1 : 0) * (down ? -1 : 1); });
    const heads = columns.map(([name], place) => {
      const button = h('button', {}, name);
      button.onclick = () => { down = by === place && !down; by = place; draw(); table.querySelectorAll('th button')[place].focus(); };
      return h('th', {scope: 'col', 'aria-sort': by === place ? (down ? 'descending' : 'ascending') : null}, button);
    });
    put(table, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, order.map(row => h('tr', {class: look(row)}, columns.map(([, , content]) => h('td', {}, content(row)))))));
  };
  draw();
}
