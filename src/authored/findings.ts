/**
 * Things that can be found in a text that was written elsewhere, with their names for the command line and for editors.
 * `taken` is in the article no more, `changed` is there otherwise than it was, `look` is how it looked.
 */
const FINDINGS = {
  hidden: { effect: 'taken', en: 'hidden texts', zh: '隐藏的文字' },
  unspoken: {
    effect: 'taken',
    en: 'texts that readers of screens pass over (aria-hidden)',
    zh: '标为不朗读的文字（aria-hidden，原网页上看得见，有用的请补上）',
  },
  generated: { effect: 'taken', en: 'texts that a style sheet adds', zh: '样式表加在前后的文字' },
  hiddenCells: { effect: 'taken', en: 'hidden rows and columns of tables', zh: '表格中隐藏的行和列' },
  comments: { effect: 'taken', en: 'comments', zh: '批注' },
  deletions: { effect: 'taken', en: 'deleted texts of tracked changes', zh: '修订中已删除的文字' },
  placeholders: { effect: 'taken', en: 'remarks of a template', zh: '模板的提示文字' },
  unshown: { effect: 'taken', en: 'template or noscript', zh: '网页模板或无脚本时才显示的内容' },
  formulas: { effect: 'taken', en: 'formulas', zh: '公式' },
  unknownSymbols: {
    effect: 'taken',
    en: 'characters of symbol fonts that are not known',
    zh: '无法转换的符号字体字符',
  },
  pictures: { effect: 'taken', en: 'pictures', zh: '图片' },
  backgrounds: { effect: 'taken', en: 'background pictures', zh: '背景图片' },
  drawings: { effect: 'taken', en: 'drawings', zh: '矢量图或画布' },
  media: { effect: 'taken', en: 'video, sound or embedded pages', zh: '视频、音频或嵌入的内容' },
  forms: { effect: 'taken', en: 'forms', zh: '表单' },
  scripts: { effect: 'taken', en: 'scripts', zh: '脚本' },
  handlers: { effect: 'taken', en: 'event handlers', zh: '脚本事件' },
  links: { effect: 'taken', en: 'links', zh: '打不开的链接' },
  anchors: { effect: 'taken', en: 'links within the page', zh: '页内跳转' },
  maps: { effect: 'taken', en: 'image maps', zh: '图片热区' },
  tables: { effect: 'taken', en: 'tables', zh: '表格' },
  characters: { effect: 'taken', en: 'characters', zh: '字符' },
  revisions: {
    effect: 'changed',
    en: 'tracked changes, of which both versions stay',
    zh: '修订痕迹（修改前后的文字都还在，请先接受或拒绝修订）',
  },
  symbols: {
    effect: 'changed',
    en: 'characters of symbol fonts, now ordinary ones',
    zh: '符号字体字符（已换成普通字符）',
  },
  spaces: {
    effect: 'changed',
    en: 'texts laid out by spaces and line breaks',
    zh: '用空格和换行排版的文字（宽度与原来不同）',
  },
  formulaCode: {
    effect: 'changed',
    en: 'formulas in code, which nothing here draws',
    zh: '公式的代码（原网页用脚本画成公式，这里只显示代码，请改用图片）',
  },
  listLabels: { effect: 'changed', en: 'numbers of lists that look otherwise', zh: '列表的编号样式' },
  unreadRules: {
    effect: 'changed',
    en: 'rules of style sheets that may hide something and cannot be read',
    zh: '样式表中有读不懂的隐藏规则（请与原网页核对有没有看不见的文字）',
  },
  otherFonts: {
    effect: 'changed',
    en: 'texts whose list of fonts names a symbol font behind others',
    zh: '字体列表里后备有符号字体的文字（已按普通字符保留，请核对）',
  },
  direction: { effect: 'changed', en: 'texts written against the usual direction', zh: '改变了书写方向的文字' },
  readings: { effect: 'changed', en: 'readings above characters, now in brackets', zh: '文字上方的注音（已移入括号）' },
  pale: { effect: 'changed', en: 'white texts that stay', zh: '白色的文字（可能本来看不见，已保留）' },
  colours: { effect: 'look', en: 'colours of text', zh: '文字的颜色' },
  grounds: { effect: 'look', en: 'colours behind text', zh: '底色' },
} as const satisfies Record<string, { effect: 'taken' | 'changed' | 'look'; en: string; zh: string }>;

export type FindingKind = keyof typeof FINDINGS;
type Effect = (typeof FINDINGS)[FindingKind]['effect'];

export interface Finding {
  count: number;
  /** beginnings of the first of them */
  samples: readonly string[];
}

/** AC2: what was found, by kind. */
export type Findings = ReadonlyMap<FindingKind, Finding>;

const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 24;

/** Adds to what was found. @param text of it, where it has any */
export function addFinding(findings: Map<FindingKind, Finding>, kind: FindingKind, text = '', count = 1): void {
  const { count: before, samples } = findings.get(kind) ?? { count: 0, samples: [] };
  const isSample = text !== '' && samples.length < MOST_SAMPLES;
  const sample = text.length > LONGEST_SAMPLE ? `${text.slice(0, LONGEST_SAMPLE)}…` : text;
  findings.set(kind, { count: before + count, samples: isSample ? [...samples, sample] : samples });
}

/** Sum of what was found in many texts. */
export function allFindings(each: Iterable<Findings>): Findings {
  const all = new Map<FindingKind, Finding>();
  for (const findings of each)
    for (const [kind, { count, samples }] of findings) {
      addFinding(all, kind, samples[0], count);
    }
  return all;
}

export const hasFound = (findings: Findings, ...effects: readonly Effect[]): boolean =>
  [...findings.keys()].some((kind) => effects.includes(FINDINGS[kind].effect));

const ofEffect = (findings: Findings, effect: Effect) =>
  (Object.keys(FINDINGS) as FindingKind[]).flatMap((kind) => {
    const found = findings.get(kind);
    return found && FINDINGS[kind].effect === effect ? [{ ...found, ...FINDINGS[kind], kind }] : [];
  });

/** 'hidden texts (1: "words"), comments (2)'; '' for nothing of this effect. */
export const listEn = (findings: Findings, effect: Effect): string =>
  ofEffect(findings, effect)
    .map(
      ({ count, en, samples }) =>
        `${en} (${[count, samples.map((one) => `"${one}"`).join(', ')].filter(Boolean).join(': ')})`,
    )
    .join(', ');

/** '隐藏的文字 2 处（“甲”、“乙”）、图片 1 处'; '' for nothing of this effect. */
export const listZh = (findings: Findings, effect: Effect): string =>
  ofEffect(findings, effect)
    .map(
      ({ kind, count, zh, samples }) =>
        `${zh} ${count} ${kind === 'characters' ? '个' : '处'}${samples.length > 0 ? `（${samples.map((one) => `“${one}”`).join('、')}）` : ''}`,
    )
    .join('、');

/** AC2: 'takes scripts (1); changes readings (1: "…")'; 'takes nothing' where nothing was taken, nor anything changed. */
export function cleaningWords(findings: Findings): string {
  const [taken, changed, look] = (['taken', 'changed', 'look'] as const).map((effect) => listEn(findings, effect));
  const parts = [taken && `takes ${taken}`, changed && `changes ${changed}`, look && `leaves out ${look}`];
  return parts.filter((part) => part).join('; ') || 'takes nothing';
}

/** AC2: the same for editors; '' where nothing was taken, nor anything changed. */
export function cleaningWordsZh(findings: Findings): string {
  const [taken, changed, look] = (['taken', 'changed', 'look'] as const).map((effect) => listZh(findings, effect));
  return [taken && `去掉了${taken}`, changed && `有改动：${changed}`, look && `没有保留外观：${look}`]
    .filter((part) => part)
    .join('；');
}
