// The page of a class, and the page of feedback for one: `everyway.class/1`.
class ClassReport {
  constructor(doc, grounds) {
    looks();
    this.doc = doc;
    this.pictures = doc.models.map(model => new Pictures(model.panels, model.variables, grounds));
    const alone = doc.files.length === 1;
    const {file, who} = doc.files[0], about = who ? `${file}, ${doc.against}` : doc.against;
    put(document.querySelector('h1'), alone ? who || file : doc.against, h('small', {}, alone ? about : counted(doc.files.length, 'submission')));
    if (alone) this.feedback(doc.files[0]);
    else this.files();
    const facts = [['command', repeatable(doc.command)], ['points', doc.points]];
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
    const {files, against} = this.doc, same = files.filter(file => file.verdict === 'same').length;
    this.badge(same === files.length ? 'same' : 'undecided', `${grouped(same)} of ${counted(files.length, 'submission')} have the same solutions as ${against}`,
      h('p', {class: 'soft'}, 'Each file was compared with the reference. Where the two differ, a solution of only one of them is shown.'));
    $('class').hidden = false;
    this.only = null;
    this.choices(this.numbers('verdict'), 'verdict', 'verdicts');
    const shared = this.numbers('mistake').filter(([mistake, number]) => mistake && number > 1);
    $('shared').hidden = !shared.length;
    this.choices(shared, 'mistake', 'mistakes');
    this.table();
  }

  // How many files have each value of a field, the most common first.
  numbers(field) {
    const found = new Map();
    for (const file of this.doc.files) found.set(file[field], (found.get(file[field]) || 0) + 1);
    return [...found].sort(([, m], [, n]) => n - m);
  }

  // Buttons that show the files alone that have one value of a field.
  choices(numbers, field, place) {
    put(place, numbers.map(([value, number]) => {
      const button = h('button', {class: 'chip', 'aria-pressed': 'false'}, h('b', {}, grouped(number)), ` ${value}`);
      button.onclick = () => {
        const pressed = button.getAttribute('aria-pressed') === 'true';
        for (const one of document.querySelectorAll('#class .chip')) one.setAttribute('aria-pressed', 'false');
        button.setAttribute('aria-pressed', String(!pressed));
        this.only = pressed ? null : file => file[field] === value;
        this.table();
      };
      return button;
    }));
  }

  table() {
    const files = this.only ? this.doc.files.filter(this.only) : this.doc.files;
    const columns = [['submission', file => file.who || file.file, file => this.whose(file)], ['verdict', file => file.verdict, file => tag(look(file.verdict), file.verdict)],
      ...this.doc.points === null ? [] : [['points', file => file.points, file => [this.points(file), h('span', {class: 'phone'}, ' points')]]],
      ['checks', file => this.right(file), file => this.dots(file)],
      ['what was found', file => file.says[1], file => file.says.map(sentence => h('p', {}, sentence))],
      ['shown', file => file.values.length, file => file.values.length > 0 && h('div', {class: 'small'}, h('small', {}, this.doc.models[file.at].label), this.picture(file, false))]];
    sortable($('files'), columns, files, () => '');
  }

  whose(file) {
    const name = h('b', {}, file.who || file.file);
    const alike = file.alike.length > 0 && h('small', {}, `the same program as ${file.alike.join(', ')}, but for names, texts and comments`);
    return [file.feedback ? h('a', {href: file.feedback}, name) : name, file.who && h('small', {}, file.file), alike];
  }

  right(file) { return file.checks.filter(check => check.verdict === 'same').length; }

  // A dot for each check, filled where it is the same.
  dots(file) {
    const said = `${this.right(file)} of ${this.doc.models.length}`;
    const dots = file.checks.map(check => h('i', {class: check.verdict === 'same' ? 'good' : 'bad', title: `${this.label(check)}: ${check.verdict}`}));
    return [h('span', {class: 'dots', 'aria-hidden': 'true'}, dots), said, h('span', {class: 'phone'}, ' checks')];
  }
}

const look = verdict => ({same: 'same', undecided: 'undecided'}[verdict] || 'wrong');
const began = performance.now();
unpacked().then(doc => {
  window.page = new ClassReport(doc, [...$('grounds').children]);
  document.documentElement.dataset.ready = Math.round(performance.now() - began);
});
