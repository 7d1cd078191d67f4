/**
 * What operators and clients may be told went wrong: code, HTTP status, sentence. An error that is not in this list is
 * answered as `internal` with its generic sentence, and logged whole. docs/errors.md equals it (a test holds that).
 */
export const errors = {
  badParameter: { code: '1001', status: 200, text: '参数不正确' },
  unknownRegister: { code: '1002', status: 200, text: '没有名为此的公示登记表' },
  unknownChannel: { code: '1003', status: 200, text: '栏目不存在' },
  notFound: { code: '1004', status: 200, text: '内容不存在' },
  restricted: { code: '1011', status: 200, text: '该内容仅向符合条件的投资者开放，暂不能在线查看' },
  noToken: { code: '-0801107', status: 200, text: '登录已失效，请重新登录' },
  withdrawn: { code: '1010', status: 200, text: '内容已撤下' },
  tooOften: { code: '1429', status: 429, text: '查询过于频繁，请稍后再试' },
  upstreamFailed: { code: '1502', status: 502, text: '上游服务没有给出可用的回答' },
  upstreamLate: { code: '1504', status: 504, text: '上游服务没有按时回答' },
  unknownCall: { code: '404', status: 404, text: '请求的接口不存在' },
  wrongMethod: { code: '405', status: 405, text: '该资源被禁止访问' },
  badRequest: { code: '400', status: 400, text: '请求配置错误' },
  internal: { code: '500', status: 500, text: '服务器内部错误' },
  storeAway: { code: '503', status: 503, text: '服务不可用，请稍后再试' },
} as const;

export type ErrorName = keyof typeof errors;

/** A listed error with its own sentence where that says more, e.g. which parameter is wrong. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  /** facts for the caller, e.g. the successor of a withdrawn article */
  readonly data: unknown;

  constructor(name: ErrorName, message?: string, data: unknown = null) {
    super(message ?? errors[name].text);
    this.name = 'Refused';
    this.code = errors[name].code;
    this.status = errors[name].status;
    this.data = data;
  }
}

/** True when a thrown error means that PostgreSQL cannot be reached, rather than that a query is wrong. */
export function isStoreAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') {
    // class 08 connection, 57P01–57P03 shutting down or starting, 53300 too many connections
    if (code.startsWith('08') || /^57P0[123]$/.test(code) || code === '53300') return true;
    if (['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code)) return true;
  }
  return error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/i.test(error.message);
}
