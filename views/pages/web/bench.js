// The page of a benchmark: curves, a cactus plot, and the table behind them.
let bench;
const shown = {phase: 'all', clock: 'seconds'};
const CLOCKS = {seconds: 'wall time', processor: 'CPU time'};
const NAMES = {all: 'search for all solutions', first: 'search for the first solution', build: 'building the model', import: 'importing the library'};

const medians = solver => bench.medians.filter(one => one.solver === solver);
const late = one => one.status === 'stopped' && !one.finished;

// The time of a median that is shown, and true if it is only known that it takes longer.
function timed(one) {
  const found = one[shown.clock] ? one[shown.clock][shown.phase] : null;
  return shown.phase === 'all' && late(one) ? [one.stopped_after, true] : [found, false];
}

function verdict() {
  const word = bench.verdict, said = word === 'differ' ? bench.differences : bench.open;
  if (word === 'agree') said.push(`${counted(new Set(bench.runs.filter(run => run.status === 'complete').map(run => run.solver)).size, 'solver')} found the same solutions of ${counted(bench.puzzles.length, 'puzzle')}.`);
  if (word === 'differ') said.push('everyway compare says who is wrong, and proves it.');
  put('verdict', word && h('div', {class: 'badge ' + word}, icon(word), h('div', {}, h('b', {}, word.toUpperCase()), said.slice(0, 3).map(line => h('p', {}, line)),
    said.length > 3 && h('details', {}, h('summary', {}, `${said.length - 3} more`), said.slice(3).map(line => h('p', {}, line))))));
}

// ------------------------------------------------------------------------------- plots

function figure(name, svg, ...notes) {
  return svg && h('figure', {}, h('figcaption', {}, name), svg, notes.map(note => note && h('p', {}, note)));
}

// In words, what a plot of these medians cannot show.
function absent(some, name) {
  const found = new Map();
  for (const one of some.filter(one => !one.finished && !late(one))) {
    const key = `${one.solver} ${one.status}`;
    found.set(key, [...found.get(key) || [], name(one)]);
  }
  return [...found].map(([how, where]) => `${how}: ${where.join(', ')}`).join('; ');
}

function growth(line, width) {
  const puzzles = new Map(bench.puzzles.filter(one => one.line === line).map(one => [one.label, one]));
  const along = [...puzzles.values()][0].along, at = one => puzzles.get(one.puzzle).at;
  const series = bench.solvers.map(name => ({name, points: medians(name).filter(one => puzzles.has(one.puzzle))
    .map(one => [at(one), ...timed(one), one.puzzle]).filter(point => point[1] !== null).sort((a, b) => a[0] - b[0])}));
  const here = bench.medians.filter(one => puzzles.has(one.puzzle));
  return figure(`${line}, by ${along}`, curvePlot(series, width, along), absent(here, one => `${along}=${at(one)}`), stops(series));
}

function stops(series) {
  return series.some(one => one.points.some(point => point[2])) && `An open mark was stopped (the limit is ${seconds(bench.options.time_limit)}): it takes longer.`;
}

function alone(puzzle, width) {
  const here = bench.medians.filter(one => one.puzzle === puzzle);
  const rows = here.map(one => ({name: one.solver, stopped: timed(one)[1], dots: timed(one)[1] ? [timed(one)[0]]
    : bench.runs.filter(run => run.puzzle === puzzle && run.solver === one.solver && timed(one)[0] !== null).map(run => run[shown.clock][shown.phase])}));
  return figure(`${puzzle}, a dot a round`, dotPlot(rows, width), absent(here, one => one.puzzle));
}

// The n quickest puzzles of each solver: further right is more, lower is quicker.
function cactus(width) {
  const series = bench.solvers.map(name => ({name, points: medians(name).map(one => [timed(one), one.puzzle])
    .filter(([[time, stopped]]) => time !== null && !stopped).sort((a, b) => a[0][0] - b[0][0])
    .map(([[time], puzzle], place) => [place + 1, time, false, puzzle])}));
  return figure('Cactus plot: each solver’s puzzles, the quickest first', curvePlot(series, width, 'puzzles finished'),
    bench.solvers.map((name, place) => `${name} ${series[place].points.length} of ${bench.puzzles.length}`).join(', '));
}

function draw() {
  const first = bench.options.limit;
  if (first) NAMES.all = first === 1 ? 'search for the first solution' : `search for the first ${grouped(first)} solutions`;
  $('shown').textContent = `${NAMES[shown.phase]}, ${CLOCKS[shown.clock]}, median of ${counted(bench.rounds, 'round')}`;
  for (const button of document.querySelectorAll('[data-phase], [data-clock]')) {
    button.setAttribute('aria-pressed', button.dataset.phase === shown.phase || button.dataset.clock === shown.clock);
  }
  const room = $('plots').clientWidth, columns = Math.max(1, Math.floor(room / 480)), wide = Math.min(room, Math.max(330, room / columns - 20));
  const lines = [...new Set(bench.puzzles.filter(one => one.along).map(one => one.line))];
  const rest = bench.puzzles.filter(one => !one.along).map(one => one.label);
  const whole = (lines.length + rest.length) % columns === 0, last = bench.puzzles.length > 1 && cactus(whole ? room : wide);
  if (last) last.classList.toggle('whole', whole);
  put('plots', lines.map(line => growth(line, wide)), rest.map(puzzle => alone(puzzle, wide)), last);
}

// ------------------------------------------------------------------------------- table

function table() {
  const place = new Map(bench.puzzles.map((one, number) => [one.label, number]));
  const phase = name => [name, one => one[clock(name)]?.[part(name)] ?? Infinity, one => (name === 'all' && late(one) ? `> ${seconds(one.stopped_after)}` : seconds(one[clock(name)]?.[part(name)]))];
  const clock = name => (name === 'CPU' ? 'processor' : 'seconds'), part = name => (name === 'CPU' ? 'all' : name);
  sortable($('medians'), [
    ['puzzle', one => place.get(one.puzzle), one => one.puzzle],
    ['solver', one => one.solver, one => one.solver],
    ['solutions', one => one.reported ?? -1, one => (!one.finished && !late(one) ? '–' : (one.finished ? '' : '≥ ') + grouped(one.reported))],
    ...['import', 'build', 'first', 'all', 'CPU'].map(phase),
    ['least – most', one => one.spread?.[0] ?? Infinity, one => (one.spread && one.rounds > 1 ? one.spread.map(seconds).join(' – ') : '–')],
    ['status', one => one.status, one => (one.finished ? 'finished' : tag(one.status, late(one) ? `stopped: ${one.reason}` : one.status))],
  ], bench.medians, one => (one.finished || late(one) ? '' : 'absent'));
  put('reasons', bench.failures.map(line => h('li', {}, line)));
}

function measuredHow() {
  const options = Object.entries(bench.options).filter(([, value]) => value !== null).map(([name, value]) => `${name.replace(/_/g, ' ')} ${name === 'time_limit' ? seconds(value) : value}`);
  const facts = [['command', repeatable(bench.command)], ['runs', 'each in a process of its own; every solver ran once on every puzzle before any ran again'], ['options', options.join(', ')],
    ['CPU', 'of all threads, and of other processes that have ended'], ['Python', bench.environment.python], ['system', bench.environment.platform]];
  put('facts', facts.filter(([, value]) => value).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}

function saved() {
  const link = h('a', {href: URL.createObjectURL(new Blob([JSON.stringify(bench, null, 1)], {type: 'application/json'})), download: 'bench.json'});
  link.click();
  URL.revokeObjectURL(link.href);
}

async function start() {
  bench = await unpacked();
  verdict();
  table();
  measuredHow();
  const asked = new URLSearchParams(location.hash.slice(1));
  if (NAMES[asked.get('time')]) shown.phase = asked.get('time');
  if (CLOCKS[asked.get('clock')]) shown.clock = asked.get('clock');
  draw();
  document.addEventListener('click', event => {
    const {phase, clock} = (event.target.closest('[data-phase], [data-clock]') || {dataset: {}}).dataset;
    if (!phase && !clock) return;
    Object.assign(shown, phase ? {phase} : {clock});
    draw();
    try { history.replaceState(null, '', `#time=${shown.phase}&clock=${shown.clock}`); } catch { /* some viewers forbid it */ }
  });
  $('theme').addEventListener('click', () => theme.turn());
  $('save').addEventListener('click', saved);
  addEventListener('resize', draw);
  document.documentElement.dataset.ready = Math.round(performance.now());
}
start();
