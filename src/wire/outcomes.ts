/**
 * The error catalogue: every way a call can fail, how the visitor is told, and in which words. It comes with the
 * visitor's first failure, and is the only place of those words. The words of a missing line are needed where this
 * table itself cannot be had, so site/answers/calls.ts knows them, too.
 */
import { isSuccess } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import { isCallFailed } from './is-call-failed.ts';
import { NoData } from './no-data.ts';
import type { NoDataDetails } from './no-data.ts';

/** toast: passing note; tip: titled modal; dialog: modal; login: a note, then the login address. */
type Show = 'toast' | 'tip' | 'dialog' | 'login';

export interface Outcome {
  show: Show;
  /** '' where the failure brings its own words */
  text: string;
}

/**
 * Outcomes by word, by `code` of the envelope (`code …`), or by HTTP status (`http …`). `other` has what is not listed.
 */
export const outcomes = {
  /** ER1: msg of the envelope */
  'code other': { show: 'toast', text: '' },
  /** ER6 */
  'code -0801107': { show: 'login', text: '登录已失效，请重新登录' },
  /** ER7: {levelName} is data.levelName of the answer */
  'code -0801108': {
    show: 'tip',
    text: '您订阅的内容要求风险等级为【{levelName}】及以上，您当前的风险等级不足。如需继续，请在“业务办理”中重新进行风险测评，或联系您的客户经理。',
  },
  /** ER8; also what a page shows that finds the evaluation missing or past by itself */
  'code -0801109': {
    show: 'dialog',
    text: '尊敬的投资者，您的风险承受能力测评已过期或尚未进行，请尽快完成测评，以免影响您的交易及业务办理。',
  },
  /** ER4 */
  'http 400': { show: 'toast', text: '请求配置错误' },
  'http 401': { show: 'toast', text: '请求被拒绝' },
  'http 403': { show: 'toast', text: '服务器禁止访问' },
  'http 404': { show: 'toast', text: '请求的接口不存在' },
  'http 405': { show: 'toast', text: '该资源被禁止访问' },
  'http 408': { show: 'toast', text: '请求超时，请稍后再试' },
  'http 500': { show: 'toast', text: '服务器内部错误' },
  'http 501': { show: 'toast', text: '服务器不支持该功能' },
  'http 502': { show: 'toast', text: '网关错误' },
  'http 503': { show: 'toast', text: '服务不可用，请稍后再试' },
  'http 504': { show: 'toast', text: '网关超时' },
  'http 505': { show: 'toast', text: 'HTTP版本不受支持' },
  /** ER5: words of the answer, or of the error, else these */
  'http other': { show: 'toast', text: '网络异常，请稍后再试' },
  /** ER2: cannot be decrypted or parsed, or is not of the agreed form */
  unreadable: { show: 'toast', text: '服务连接失败' },
  /** ER3: the request could not be sent, or got no answer */
  timeout: { show: 'toast', text: '请求超时，请稍后再试' },
  offline: { show: 'toast', text: '网络连接异常，请检查网络设置' },
  unsent: { show: 'toast', text: '网络异常，请稍后再试' },
  /** CH7 */
  'no channels': { show: 'tip', text: '栏目信息暂时无法更新，当前显示的栏目可能不是最新内容，请稍后再试。' },
  /** RK5 */
  'no fund account': { show: 'dialog', text: '您尚未登录资金账号，请登录后继续操作。' },
  /** FO5, FO6 */
  'no file': { show: 'toast', text: '没有找到相关文件' },
  'no attachment': { show: 'toast', text: '暂无数据' },
} as const satisfies Record<string, Outcome>;

export type OutcomeKey = keyof typeof outcomes;

/** ER3: of these several calls, and scripts that cannot be had, tell one thing in different words. */
const OF_LINE: ReadonlySet<OutcomeKey> = new Set(['offline', 'timeout', 'http 502', 'http 503', 'http 504']);

const isListed = (key: string): key is OutcomeKey => Object.hasOwn(outcomes, key);

export function outcomeOfCode(code: string): OutcomeKey {
  const key = `code ${code}`;
  return isListed(key) ? key : 'code other';
}

export function outcomeOfStatus(status: number): OutcomeKey {
  const key = `http ${status}`;
  return isListed(key) ? key : 'http other';
}

/** A call that brought no data. `message` is what the visitor reads. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly outcome: OutcomeKey;
  /** code of the envelope, '' when none was read */
  readonly code: string;
  /** HTTP status, 0 when no answer came or none could be read */
  readonly status: number;
  readonly envelope: Envelope | null;

  constructor(outcome: OutcomeKey, { message = '', status = 0, envelope, cause }: NoDataDetails = {}) {
    super(wordsOf(outcome, message, envelope), { cause });
    this.outcome = outcome;
    this.code = envelope?.code ?? '';
    this.status = status;
    this.envelope = envelope ?? null;
  }
}

function wordsOf(outcome: OutcomeKey, message: string, envelope: Envelope | undefined): string {
  if (outcome === 'code -0801108') return withLevelName(outcomes[outcome].text, envelope?.data);
  const bringsItsOwn = outcome === 'code other' || outcome === 'http other' || outcome === 'unsent';
  const own = bringsItsOwn ? message.trim() || (envelope?.msg.trim() ?? '') : '';
  return own || outcomes[outcome].text || outcomes['http other'].text;
}

function withLevelName(text: string, data: unknown): string {
  const named = typeof data === 'object' && data !== null && 'levelName' in data ? data.levelName : null;
  return text.replace('{levelName}', () =>
    typeof named === 'string' && named.trim() !== '' ? named.trim() : '更高等级',
  );
}

/** Turns any error of a call into a CallFailed; every unknown error means that the answer was not understood (ER2). */
export function asCallFailed(failure: unknown): CallFailed {
  if (isCallFailed(failure)) return failure;
  if (failure instanceof NoData) return new CallFailed(outcomeOf(failure), failure.details);
  return new CallFailed('unreadable', { cause: failure });
}

function outcomeOf({ reason, details: { status = 0, envelope } }: NoData): OutcomeKey {
  if (reason === 'status') return outcomeOfStatus(status);
  return reason === 'code' ? outcomeOfCode(envelope?.code ?? '') : reason;
}

/** The envelope's data (WR5), for whoever has the catalogue. @throws CallFailed when the code is not 0 (ER1, ER6, ER7, ER8) */
export function dataOf(envelope: Envelope, status = 200): unknown {
  if (isSuccess(envelope)) return envelope.data;
  throw new CallFailed(outcomeOfCode(envelope.code), { envelope, status });
}

/** Place where outcomes are shown: the visitor's messages and login address, passed in by the site. */
export interface OutcomePort {
  /** @param isLine it says that the line, or the server at its end, is away: said once by all calls that find it so */
  toast(text: string, isLine?: boolean): void;
  tip(text: string, title?: string): void;
  dialog(text: string): void;
  /** says the words and goes to the login address */
  login(text: string): void;
}

/**
 * Tells the visitor of a failure as the catalogue says (ER1–ER8). A quiet call (ER9: list loaders) keeps only
 * unlisted codes to itself: login, tips, dialogs and broken connections are told all the same.
 * @param failure whatever a call threw
 */
export function actOn(failure: unknown, port: OutcomePort, { quiet = false }: { quiet?: boolean } = {}): void {
  const { outcome, message } = asCallFailed(failure);
  if (quiet && outcome === 'code other') return;
  const { show } = outcomes[outcome];
  if (show === 'toast') port.toast(message, OF_LINE.has(outcome));
  else port[show](message);
}
