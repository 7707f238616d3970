// The page of a class, and the page of feedback for one: `everyway.class/1`.
class ClassReport {
  constructor(doc, grounds) {
    looks();
    this.doc = doc;
    this.pictures = doc.models.map(model => new Pictures(model.panels, model.variables, grounds));
    const alone = doc.files.length === 1;
    put(document.querySelector('h1'), alone ? doc.files[0].file : doc.against, h('small', {}, alone ? doc.against : counted(doc.files.length, 'submission')));
    if (alone) this.feedback(doc.files[0]);
    else this.files();
    const facts = [['command', h('pre', {tabindex: 0}, doc.command)], ['points', doc.points]];
    put('facts', facts.filter(([, value]) => value).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
    $('save').onclick = () => download(doc, alone ? doc.files[0].file : 'class');
  }

  points(file) { return this.doc.points === null ? null : `${file.points} of ${this.doc.most}`; }

  badge(verdict, title, ...said) {
    put('verdict', h('div', {class: 'badge ' + look(verdict)}, icon(verdict), h('div', {}, h('b', {}, title), said)));
  }

  // ------------------------------------------------------------------------------ one file
  feedback(file) {
    const {checks, values} = file, points = this.points(file);
    this.badge(file.verdict, file.verdict.toUpperCase(), file.says.map(sentence => h('p', {}, sentence)), points && h('p', {}, h('b', {}, points + ' points')));
    $('shown').hidden = !values.length;
    if (values.length) put('board', this.picture(file, true));
    $('checks').hidden = checks.length < 2;
    sortable($('each'), [['parameters', check => this.label(check), check => this.label(check)], ['verdict', check => check.verdict, check => tag(look(check.verdict), check.verdict)],
      ['solutions', check => check.solutions ?? -1, check => grouped(check.solutions ?? '–')], ['expected', check => check.expected ?? -1, check => grouped(check.expected ?? '–')]], checks, () => '');
  }

  label(check) { return Object.entries(check.params).map(([name, value]) => `${name}=${value}`).join(' ') || '–'; }

  picture(file, large) { return this.pictures[file.at].all(file.values, `${file.file}: the solution in question`, file.broken, large); }

  // -------------------------------------------------------------------------- the whole class
  files() {
    const {files, points} = this.doc, verdicts = new Map();
    for (const {verdict} of files) verdicts.set(verdict, (verdicts.get(verdict) || 0) + 1);
    const same = verdicts.get('same') || 0, worst = [...verdicts.keys()].find(verdict => verdict !== 'same') || 'same';
    this.badge(same === files.length ? 'same' : worst, `${grouped(same)} of ${counted(files.length, 'submission')} have the same solutions`,
      h('p', {}, [...verdicts].filter(([verdict]) => verdict !== 'same').map(([verdict, number]) => `${verdict}: ${grouped(number)}`).join(' · ')));
    $('class').hidden = false;
    const columns = [['submission', file => file.file, file => h('b', {}, file.file)], ['verdict', file => file.verdict, file => tag(look(file.verdict), file.verdict)],
      ...points === null ? [] : [['points', file => file.points, file => this.points(file)]],
      ['checks', file => this.right(file), file => `${this.right(file)} of ${this.doc.models.length}`],
      ['what was found', file => file.says[1], file => file.says.map(sentence => h('p', {}, sentence))],
      ['shown', file => file.values.length, file => file.values.length > 0 && h('div', {class: 'small'}, h('small', {}, this.doc.models[file.at].label), this.picture(file, false))]];
    sortable($('files'), columns, files, () => '');
  }

  right(file) { return file.checks.filter(check => check.verdict === 'same').length; }
}

const look = verdict => ({same: 'same', undecided: 'undecided'}[verdict] || 'wrong');
const began = performance.now();
unpacked().then(doc => {
  window.page = new ClassReport(doc, [...$('grounds').children]);
  document.documentElement.dataset.ready = Math.round(performance.now() - began);
});
