/** RV5: acts of the reading view by their key. */
const READING_KEYS = {
  a: 'agree',
  r: 'return',
  j: 'next-place',
  k: 'previous-place',
  x: 'tick',
  v: 'page',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  '?': 'help',
} as const;

export type ReadingAct = (typeof READING_KEYS)[keyof typeof READING_KEYS];

/** A key as the window hears of it, and where the focus is. */
export interface HeardKey {
  key: string;
  /** Ctrl, Alt or Meta is held */
  isChord: boolean;
  isRepeated: boolean;
  /** a dialog is open */
  inDialog: boolean;
  /** element with the focus */
  focus: { tag: string; type?: string; isEditable: boolean; role: string | null };
}

const TYPED = ['TEXTAREA', 'SELECT', 'IFRAME'];
const NOT_TYPED = ['checkbox', 'radio', 'button', 'submit'];
const ROLES = ['combobox', 'textbox', 'searchbox', 'listbox', 'slider'];

/** RV5: whether a key is for the screen: nobody types, no dialog is open, and it is no chord. */
export function isForScreen({ key, isChord, isRepeated, inDialog, focus }: HeardKey): boolean {
  if (isChord || isRepeated || inDialog || focus.isEditable || TYPED.includes(focus.tag)) return false;
  if (focus.role !== null && ROLES.includes(focus.role)) return false;
  if (focus.tag !== 'INPUT') return true;
  const type = focus.type ?? 'text';
  // arrows choose among radio buttons
  return NOT_TYPED.includes(type) && !(type === 'radio' && key.startsWith('Arrow'));
}

/** RV5: the act of a key; undefined where it is not for the screen. */
export function readingAct(heard: HeardKey): ReadingAct | undefined {
  if (!isForScreen(heard)) return undefined;
  const key = heard.key.length === 1 ? heard.key.toLowerCase() : heard.key;
  return Object.hasOwn(READING_KEYS, key) ? READING_KEYS[key as keyof typeof READING_KEYS] : undefined;
}

/** Keys in words, for the list that ? shows. */
export const KEY_WORDS: readonly (readonly [keys: string, words: string])[] = [
  ['A', '同意（或发布）并看下一份；差异都看过以后才起作用；发布不能撤销'],
  ['R', '退回，写明原因'],
  ['J K', '下一处、上一处差异；收起的部分随之打开'],
  ['X', '核对下一处红线'],
  ['V', '访客将看到的，再按一次回到差异'],
  ['← →', '上一份、下一份'],
  ['?', '显示这些按键'],
  ['S F', '在我的工作台：S 开始审核，F 开始发布'],
];
