// Plots over a logarithmic axis: dots beside each other, and curves. Each series has a shape, a dash
// and its name beside it, so that nothing is known by its colour alone.
const seconds = x => x === null || x === undefined ? '–' : x < .00095 ? `${(x * 1e6).toFixed(0)} µs`
  : x < .0095 ? `${(x * 1e3).toFixed(1)} ms` : x < .9995 ? `${(x * 1e3).toFixed(0)} ms`
    : x < 99.5 ? `${x.toPrecision(3)} s` : `${grouped(Math.round(x))} s`;

// A power of ten of seconds, without figures behind the point.
const power = x => x < .0005 ? `${Math.round(x * 1e6)} µs` : x < .5 ? `${Math.round(x * 1e3)} ms` : `${grouped(Math.round(x))} s`;

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b), half = sorted.length >> 1;
  return !sorted.length ? null : sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// The powers of ten between which all of `numbers` lie, `room` apart at least, and the place of a
// number between them.
function decades(numbers, from, to, room) {
  const positive = numbers.filter(x => x > 0);
  const low = Math.floor(Math.log10(Math.min(...positive)) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive)) - 1e-9));
  const at = x => from + (Math.log10(Math.max(x, 10 ** low)) - low) / (high - low) * (to - from);
  const every = Math.ceil((high - low) / (Math.abs(to - from) / room));
  const ticks = [];
  for (let tens = low; tens <= high; tens += every) ticks.push(10 ** tens);
  return {at, ticks};
}

const MARKS = [
  (x, y) => s('circle', {cx: x, cy: y, r: 4.5}),
  (x, y) => s('rect', {x: x - 4, y: y - 4, width: 8, height: 8}),
  (x, y) => s('path', {d: `M${x} ${y - 5.5}l5.500 9.500h-11z`}),
  (x, y) => s('path', {d: `M${x} ${y - 6}l6 6-6 6-6-6z`}),
  (x, y) => s('path', {d: `M${x} ${y + 5.5}l5.500-9.500h-11z`}),
  (x, y) => s('path', {d: `M${x - 5.5} ${y - 1.8}h3.700v-3.700h3.600v3.700h3.700v3.600h-3.700v3.700h-3.600v-3.700h-3.700z`}),
];
const DASHES = [null, '7 4', '2 3', '11 3 2 3'];

// Rows of dots, each `{name, dots, wrong, stopped}` in seconds, with a line at the median.
function dotPlot(rows, width) {
  const shown = rows.filter(row => row.dots.some(x => x > 0));
  const longest = Math.max(0, ...shown.map(row => row.name.length));
  const left = Math.min(24 + 7.4 * longest, width * .4), right = width - 76, top = 26, each = 32;
  const most = Math.floor((left - 18) / 7.4), bottom = top + shown.length * each;
  if (!shown.length) return null;
  const {at, ticks} = decades(shown.flatMap(row => row.dots), left, right, 64);
  const parts = ticks.map(x => s('g', {class: 'tick'},
    s('line', {x1: at(x), x2: at(x), y1: top - 6, y2: bottom}),
    s('text', {x: at(x), y: top - 11, 'text-anchor': 'middle'}, power(x))));
  shown.forEach((row, place) => {
    const y = top + place * each + each / 2, middle = median(row.dots), name = cut(row.name, most);
    const dots = row.dots.filter(x => x > 0).map(x => {
      const mark = row.stopped ? stop(at(x), y) : MARKS[row.wrong ? 1 : 0](at(x), y);
      mark.append(s('title', {}, seconds(x)));
      return mark;
    });
    parts.push(s('g', {class: 'series ' + (row.wrong ? 'wrong' : '')},
      s('line', {class: 'rail', x1: left, x2: right, y1: y, y2: y}),
      s('text', {x: left - 14, y: y + 4.5, 'text-anchor': 'end'}, name), dots,
      !row.stopped && s('line', {class: 'median', x1: at(middle), x2: at(middle), y1: y - 9, y2: y + 9}),
      s('text', {class: 'value', x: right + 12, y: y + 4.5}, row.stopped ? 'stopped' : seconds(middle))));
  });
  const said = shown.map(row => `${row.name} ${row.stopped ? 'stopped after ' : ''}${seconds(median(row.dots))}`);
  return plot(width, bottom + 6, said.join(', '), parts);
}

// The number of the colour, shape and dash of each name: its own, or the next that is free, so that
// a solver mostly looks alike on every page.
function numbersOf(names) {
  const found = new Map(), taken = new Set();
  for (const name of [...names].sort()) {
    let number = [...name].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 9973, 0) % 6;
    for (let tries = 0; taken.has(number); tries++) number = tries < 6 ? (number + 1) % 6 : taken.size;
    taken.add(number);
    found.set(name, number);
  }
  return found;
}

// Curves, each `{name, points: [[x, seconds, stopped, of]]}`, where `x` are whole numbers: of queens,
// or of models solved. What was stopped is an open mark at the time when it was, on no curve.
function curvePlot(series, width, title, height = 300) {
  const points = series.flatMap(one => one.points).filter(point => point[1] > 0);
  if (!points.length) return null;
  const longest = Math.max(...series.map(one => one.name.length));
  const names = Math.min(36 + 7.4 * longest, width * .36), left = 62, right = width - names, top = 12, bottom = height - 42;
  const xs = points.map(point => point[0]), first = Math.min(...xs), last = Math.max(first + 1, ...xs);
  const across = x => left + (x - first) / (last - first) * (right - left);
  const {at, ticks} = decades(points.map(point => point[1]), bottom, top, 34);
  const step = Math.ceil((last - first) / Math.max(1, (right - left) / 44));
  const parts = ticks.map(y => s('g', {class: 'tick'}, s('line', {x1: left, x2: right, y1: at(y), y2: at(y)}),
    s('text', {x: left - 8, y: at(y) + 4, 'text-anchor': 'end'}, power(y))));
  for (let x = first; x <= last; x += step) {
    parts.push(s('g', {class: 'tick'}, s('text', {x: across(x), y: bottom + 18, 'text-anchor': 'middle'}, String(x))));
  }
  parts.push(s('text', {class: 'value', x: (left + right) / 2, y: height - 6, 'text-anchor': 'middle'}, title));
  // What was stopped at one place stands side by side.
  const aside = (x, one) => {
    const late = series.filter(other => other.points.some(point => point[2] && point[0] === x));
    return (late.indexOf(one) - (late.length - 1) / 2) * Math.min(12, (right - left) / (last - first) / late.length);
  };
  const ends = [], numbers = numbersOf(series.map(one => one.name));
  series.forEach(one => {
    const number = numbers.get(one.name);
    const found = one.points.filter(point => point[1] > 0)
      .map(([x, y, stopped, of]) => [across(x) + (stopped ? aside(x, one) : 0), at(y), stopped, of || x, y]);
    if (!found.length) return;
    const marks = found.map(([x, y, stopped, of, time]) => {
      const mark = MARKS[number % MARKS.length](x, y);
      if (stopped) mark.setAttribute('class', 'open');
      mark.append(s('title', {}, `${one.name}, ${of}: ${stopped ? 'stopped after ' : ''}${seconds(time)}`));
      return mark;
    });
    const joined = found.filter(point => !point[2]).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    parts.push(s('g', {class: `series c${number % 6}`},
      found.slice(1).map((end, place) => end[2] && !found[place][2]
        && s('line', {class: 'lead', x1: found[place][0], y1: found[place][1], x2: end[0], y2: end[1]})),
      joined.length > 1 && s('path', {d: 'M' + joined.join('L'), class: 'curve', 'stroke-dasharray': DASHES[number % 4]}), marks));
    ends.push({number, name: one.name, y: found[found.length - 1][1], to: found[found.length - 1]});
  });
  parts.push(...besides(ends, right, Math.floor((names - 34) / 7.4), top, bottom));
  const said = series.map(one => `${one.name}: ` + one.points.map(([x, y, stopped]) => `${x} ${stopped ? 'stopped after ' : ''}${seconds(y)}`).join(', '));
  return plot(width, height, said.join('; '), parts);
}

// The names at the ends of curves, moved apart, each with its mark.
function besides(ends, x, most, top, bottom) {
  ends.sort((a, b) => a.y - b.y);
  ends.forEach((end, place) => { end.at = Math.max(end.y, place ? ends[place - 1].at + 17 : top); });
  let lowest = bottom + 17;
  for (const end of [...ends].reverse()) lowest = end.at = Math.min(end.at, lowest - 17);
  return ends.map(({number, name, at, to}) => s('g', {class: `series c${number % 6}`},
    s('line', {class: 'lead', x1: to[0] + 7, y1: to[1], x2: x + 8, y2: at}), MARKS[number % MARKS.length](x + 15, at),
    s('text', {x: x + 25, y: at + 4.5}, cut(name, most))));
}

function stop(x, y) { return s('path', {class: 'stop', d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`}); }

function cut(text, most) { return text.length > most ? text.slice(0, Math.max(1, most - 1)) + '…' : text; }

function plot(width, height, label, parts) {
  return s('svg', {class: 'plot', role: 'img', viewBox: `0 0 ${width} ${height}`, 'aria-label': label}, parts);
}
