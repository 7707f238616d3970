// The report of comparisons: `everyway.report/1`, of which one comparison is shown at a time.
const PARTS = ['import', 'build', 'first', 'all'];
const MOST_DRAWN = 4, MOST_BROKEN = 8;

class Report {
  constructor(doc, grounds) {
    this.doc = doc;
    this.time = 'all';
    this.pictures = doc.reports.map(one => new Pictures(one.panels, one.variables, grounds));
    const query = looks();
    document.querySelectorAll('[data-time]').forEach(button => { button.onclick = () => this.plot(button.dataset.time); });
    addEventListener('resize', () => { this.plot(this.time); this.growth(); });
    $('before').onclick = () => this.turn(-1);
    $('after').onclick = () => this.turn(1);
    $('different').onclick = () => { this.gallery.different = !this.gallery.different; this.turn(0); };
    $('clear').onclick = () => { this.gallery.must.clear(); this.turn(0); };
    $('save').onclick = () => download(doc, this.found.puzzle.name + '.report');
    const differs = doc.reports.findIndex(one => one.comparison.verdict === 'differ');
    const asked = Number(query.get('report')) - 1;
    this.show(doc.reports[asked] ? asked : differs < 0 ? doc.reports.length - 1 : differs);
  }

  show(number) {
    this.number = number;
    this.one = this.doc.reports[number];
    this.found = this.one.comparison;
    const several = this.doc.reports.length > 1;
    put('which', several && this.doc.reports.map((one, place) => {
      const button = h('button', {'aria-pressed': String(place === number)}, one.label);
      button.onclick = () => this.show(place);
      return button;
    }));
    put(document.querySelector('h1'), this.one.name);
    this.verdict();
    this.differences();
    this.solvers();
    this.plot(this.time);
    this.growth();
    this.rules();
    this.gallery = new Gallery(this.one, this.pictures[number]);
    this.reproduce();
  }

  turn(pages) {
    this.gallery.page += pages;
    this.gallery.show();
  }

  // ------------------------------------------------------------------- verdict and proofs
  verdict() {
    const {verdict, puzzle: {known}, judged, distinct, digest, problem} = this.found;
    const held = judged < distinct ? `a sample of ${grouped(judged)} of ${counted(distinct, 'solution')} was` : distinct === 1 ? 'the one solution reported was' : `all ${counted(distinct, 'solution')} reported were`;
    put('verdict', h('div', {class: 'badge ' + verdict}, icon(verdict), h('div', {}, h('b', {}, verdict.toUpperCase()),
      this.one.reasons.map(reason => h('p', {}, reason)),
      h('p', {class: 'soft'}, known && `Known count, ${known.source}: ${grouped(known.count)}. `,
        !problem && distinct > 0 && `Without any solver, ${held} checked against the rules. `, digest && ['Digest ', h('code', {}, digest)]))));
  }

  differences() {
    const {differences} = this.one;
    $('differences').hidden = !differences.length;
    put('cards', differences.map(one => {
      const broken = [...one.broken.slice(0, MOST_DRAWN).map(rule => rule.variables), ...one.avoided.map(place => [place])], pictures = this.pictures[this.number];
      const drawn = one.values.some(value => value !== null) && h('div', {class: 'pic'}, pictures.all(one.values, 'the first witness', broken, true));
      const asked = Object.entries(one.parameters).filter(([, value]) => value !== null);
      const who = [h('b', {}, one.solver), one.version && ' ' + one.version, ' is wrong here.'];
      return h('article', {class: 'card'}, drawn, h('div', {}, h('h3', {}, one.says), this.proof(one, who),
        h('p', {class: 'soft'}, one.found_by.length > 0 && `Reported by ${one.found_by.join(', ')}. `, one.count > 1 && `The first of ${grouped(one.count)} is shown. `,
          asked.length > 0 && 'Asked with ' + asked.map(([name, value]) => name.replace('_', ' ') + ' ' + value).join(', ') + '.'), this.evidence(one)));
    }));
  }

  proof(one, who) {
    const avoided = one.avoided.slice(0, MOST_BROKEN).map(place => `${this.one.variables[place]} = ${one.values[place]}`);
    if (one.kind === 'missing') return [h('p', {class: 'good'}, 'Every rule holds (checked without any solver): so ', who),
      avoided.length > 0 && h('p', {}, `None of its solutions has ${avoided.join(', or ')}${one.avoided.length > avoided.length ? ' …' : ''}: marked on the board.`)];
    if (one.kind === 'not optimal') return h('p', {class: 'good'}, 'Every rule holds, and a better solution is there (checked without any solver): so ', who);
    if (one.kind === 'repeated') return h('p', {}, 'It was reported more than once: so ', who);
    if (one.kind === 'wrong value') return [h('ul', {class: 'bad'}, one.broken.slice(0, MOST_BROKEN).map(rule => h('li', {}, rule.words && rule.detail ? `${rule.words}: ${rule.detail}` : rule.detail))), h('p', {}, 'So ', who)];
    const more = one.broken.length - MOST_BROKEN;
    const rules = one.broken.slice(0, MOST_BROKEN).map(rule => h('li', {}, rule.words === null ? rule.detail : [rule.words ? ['breaks ', h('b', {}, rule.words)] : 'not every variable has a value of its domain', rule.detail && `: ${rule.detail}`]));
    return [h('ul', {class: 'bad'}, rules, more > 0 && h('li', {}, `and ${grouped(more)} more`)), h('p', {}, 'So ', who)];
  }

  evidence({evidence}) {
    if (!evidence || !evidence.erred) return null;
    return h('p', {class: 'soft'}, `Beside the proof: asked again, it erred with ${grouped(evidence.number)} of ${counted(evidence.of, 'constraint')}: `, evidence.constraints.slice(0, 4).join('; '));
  }

  // -------------------------------------------------------------------- solvers and times
  seconds(run, part) { return this.one.rounds[run.solver].seconds.map(round => round[part]).filter(x => x !== null && x !== undefined); }

  solvers() {
    const {runs} = this.found, some = name => runs.some(run => run[name]);
    const columns = [['solver', run => run.solver, run => [run.solver, h('small', {}, [run.version, run.viewpoint && !['auto', 'declared'].includes(run.viewpoint) && 'by ' + run.viewpoint].filter(Boolean).join(' · '))]],
      ['verdict', run => run.verdict, run => [tag(run.verdict, run.verdict), run.status !== 'complete' && h('small', {}, [run.verdict !== run.status && run.status, run.reason].filter(Boolean).join(': '))]],
      ...['missing', 'invented', 'not_optimal', 'wrong_value', 'repeated', 'distinct'].filter(name => name === 'distinct' || some(name)).map(name => [name.replace('_', ' '), run => run[name], run => h('span', {class: name !== 'distinct' && run[name] ? 'bad' : ''}, grouped(run[name]))]),
      ...PARTS.map(part => [part, run => median(this.seconds(run, part)) ?? -1, run => seconds(median(this.seconds(run, part)))]),
      ['constraints', run => JSON.stringify(run.constraints), run => this.posted(run)],
      ['search', run => JSON.stringify(run.statistics), run => this.search(run)]];
    sortable($('runs'), columns, runs, run => ['unsupported', 'unavailable'].includes(run.status) ? 'absent' : '');
  }

  posted(run) {
    const posted = run.constraints;
    if (!posted) return '–';
    const kinds = way => Object.entries(posted[way]).map(([name, number]) => number > 1 ? `${grouped(number)} ${name}` : name).join(', ');
    const said = Object.keys(posted).filter(kinds).map(way => h('small', {}, `${way}: ${kinds(way)}`));
    return said.length ? said : h('small', {}, 'only comparisons and logic');
  }

  search(run) {
    const said = Object.entries(run.statistics).map(([name, value]) => typeof value === 'number' ? `${grouped(Math.round(value * 10) / 10)} ${name.replace(/_/g, ' ')}` : `${name}: ${value}`);
    return said.length ? said.slice(0, 3).map(text => h('small', {}, text)) : '–';
  }

  plot(time) {
    this.time = time;
    document.querySelectorAll('[data-time]').forEach(button => button.setAttribute('aria-pressed', String(button.dataset.time === time)));
    const rows = this.found.runs.map(run => ({name: run.solver, dots: this.seconds(run, time), wrong: run.verdict === 'differs', stopped: run.status === 'stopped' && time === 'all'}));
    $('times').hidden = !this.found.runs.some(run => PARTS.some(part => this.seconds(run, part).length));
    put('dots', dotPlot(rows, Math.max(300, $('dots').clientWidth)) || h('p', {class: 'soft'}, 'No solver took any such time.'));
    const rounds = this.found.runs.flatMap(run => this.one.rounds[run.solver].seconds.map((round, place) => ({run, round, place})));
    put('numbers', h('thead', {}, h('tr', {}, ['solver', 'round', ...PARTS].map(name => h('th', {scope: 'col'}, name)))),
      h('tbody', {}, rounds.map(({run, round, place}) => h('tr', {}, h('td', {}, run.solver), h('td', {}, String(place + 1)), PARTS.map(part => h('td', {}, seconds(round[part])))))));
  }

  growth() {
    const {reports, parameter} = this.doc;
    $('growth').hidden = reports.length < 2;
    if (reports.length < 2) return;
    const names = [...new Set(reports.flatMap(one => one.comparison.runs.map(run => run.solver)))];
    const of = (one, name) => one.comparison.runs.find(run => run.solver === name);
    const spent = (one, name) => median((one.rounds[name]?.seconds || []).map(round => round.all).filter(x => x !== null));
    const series = names.map(name => ({name, points: reports.map(one => [Number(one.at), spent(one, name), of(one, name)?.status === 'stopped'])}));
    put('curves', curvePlot(series, Math.max(320, $('curves').clientWidth), parameter));
    const number = one => Math.max(...one.comparison.runs.map(run => run.distinct));
    sortable($('sizes'), [[parameter, one => Number(one.at), one => String(one.at)], ['verdict', one => one.comparison.verdict, one => tag(one.comparison.verdict, one.comparison.verdict)],
      ['solutions', number, one => grouped(number(one))], ...names.map(name => [name, one => spent(one, name) ?? Infinity, one => (of(one, name)?.status === 'stopped' ? 'stopped ' : '') + seconds(spent(one, name))])], reports, () => '');
  }

  // --------------------------------------------------------------------------------- rules
  rules() {
    const pictures = this.pictures[this.number];
    const longest = lines => lines.reduce((best, line, place) => line[1].length > lines[best][1].length ? place : best, 0);
    const at = this.one.rules.map(rule => longest(rule.lines));
    const middle = this.one.rules.map((rule, r) => rule.lines.map((_, place) => place).filter(place => rule.lines[place][1].length === rule.lines[at[r]][1].length));
    middle.forEach((all, r) => { if (all.length) at[r] = all[all.length >> 1]; });
    let shown = false;
    const select = r => {
      const {words, lines, more} = this.one.rules[r], [name, variables] = lines[at[r]];
      put('line', pictures.line(variables, `${words}: ${name}`, true));
      put('linesays', `${name || words} · ${at[r] + 1} of ${grouped(lines.length + more)}`);
      for (const [place, item] of [...$('list').children].entries()) item.classList.toggle('on', place === r);
    };
    put('list', this.one.rules.map(({words, lines, more}, r) => {
      const mini = lines.length > 0 && pictures.line(lines[at[r]][1], `${words}: one line`, false);
      const next = lines.length + more > 1 && mini && h('button', {}, 'next line');
      const show = mini && h('button', {class: 'mini', 'aria-label': `show ${words}`}, mini);
      const item = h('li', {}, show, h('span', {}, words, h('small', {}, lines.length + more > 1 ? counted(lines.length + more, 'line') : '')), next);
      if (mini) {
        shown = shown === false ? r : shown;
        item.onmouseenter = show.onclick = () => select(r);
        show.onfocus = () => select(r);
      }
      if (next) next.onclick = () => { at[r] = (at[r] + 1) % lines.length; select(r); };
      if (next) next.onfocus = () => select(r);
      return item;
    }));
    $('rules').classList.toggle('plain', shown === false);
    $('rules').hidden = !this.one.rules.length;
    if (shown !== false) select(shown);
  }

  // ---------------------------------------------------------------------------------- again
  reproduce() {
    const {found, doc: {command}} = this, {puzzle, environment} = found;
    const solvers = found.runs.map(run => [run.solver, run.version].filter(Boolean).join(' ')).join(', ');
    const facts = [['command', repeatable(command)], ['digest', found.digest_full && h('code', {}, found.digest_full)],
      ['puzzle', `${puzzle.name}, ${counted(puzzle.variables, 'variable')}`], ['solvers', solvers], ['Python', environment.python], ['system', environment.platform]];
    put('facts', facts.filter(([, value]) => value).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
  }
}

const began = performance.now();
unpacked().then(doc => {
  window.page = new Report(doc, [...$('grounds').children]);
  document.documentElement.dataset.ready = Math.round(performance.now() - began);
});
