/**
 * Errors for operators and clients: code, HTTP status, sentence. An error that is not in this list is answered as
 * `internal` with its generic sentence, and logged whole. docs/errors.md equals it (a test holds that).
 */
export const errors = {
  badParameter: { code: '1001', status: 200, text: '参数不正确' },
  unknownRegister: { code: '1002', status: 200, text: '没有名为此的公示登记表' },
  unknownChannel: { code: '1003', status: 200, text: '栏目不存在' },
  notFound: { code: '1004', status: 200, text: '内容不存在' },
  noToken: { code: '-0801107', status: 200, text: '登录已失效，请重新登录' },
  levelTooLow: { code: '-0801108', status: 200, text: '您当前的风险等级不足，不能查看该内容' },
  evaluationPast: { code: '-0801109', status: 200, text: '您的风险承受能力测评已过期或尚未进行，不能查看该内容' },
  userServiceAway: { code: '1503', status: 503, text: '暂时无法核对登录状态，请稍后再试' },
  withdrawn: { code: '1010', status: 200, text: '内容已撤下' },
  applicationIncomplete: { code: '1020', status: 200, text: '申请内容不完整，或者不符合条件' },
  applicationOpen: { code: '1021', status: 200, text: '您已有一份申请正在审核，请勿重复提交' },
  alreadyProfessional: { code: '1022', status: 200, text: '您已是专业投资者，无需再次申请' },
  noCustomerNumber: { code: '1023', status: 200, text: '登录信息中没有客户编号，暂不能在线办理，请联系您的客户经理' },
  uploadTooLarge: {
    code: '1413',
    status: 413,
    text: '上传的文件过大或过多：每个不超过 10 MB，最多 8 个，合计不超过 40 MB',
  },
  noRoom: { code: '1507', status: 503, text: '暂时不能接收文件，请稍后再试' },
  diskLow: { code: '1510', status: 507, text: '磁盘空间不足，这次没有保存；请联系系统管理员，腾出空间后即可继续' },
  tooOften: { code: '1429', status: 429, text: '查询过于频繁，请稍后再试' },
  preparing: { code: '1511', status: 503, text: '网站正在准备，尚未开放' },
  tooBusy: { code: '1509', status: 503, text: '访问的人较多，请稍后再试' },
  upstreamFailed: { code: '1502', status: 502, text: '提供这部分内容的系统暂时没有给出可用的回答，请稍后再试' },
  upstreamLate: { code: '1504', status: 504, text: '提供这部分内容的系统暂时没有回应，请稍后再试' },
  unknownCall: { code: '404', status: 404, text: '请求的接口不存在' },
  wrongMethod: { code: '405', status: 405, text: '该资源被禁止访问' },
  bodyTooLarge: { code: '1414', status: 413, text: '请求内容过大，请减少内容或分几次提交' },
  bodyTooDeep: { code: '1415', status: 400, text: '请求内容嵌套过深，最多 32 层' },
  bodyTooMany: { code: '1416', status: 413, text: '请求内容超过 6 万项，请减少内容或分几次提交' },
  badRequest: { code: '400', status: 400, text: '请求配置错误' },
  internal: { code: '500', status: 500, text: '服务器内部错误' },
  storeAway: { code: '503', status: 503, text: '服务不可用，请稍后再试' },
  signInNeeded: { code: '2001', status: 401, text: '请先登录' },
  signInWrong: { code: '2002', status: 401, text: '账号或密码不正确' },
  codeNeeded: { code: '2003', status: 401, text: '请输入身份验证器上的六位数字' },
  codeWrong: { code: '2004', status: 401, text: '验证码不正确或已使用过，请输入最新的六位数字' },
  signInLocked: { code: '2005', status: 429, text: '登录失败次数过多，请稍后再试' },
  signInInsecure: { code: '2006', status: 403, text: '管理后台只能通过 https 或本机地址登录' },
  changePassword: { code: '2007', status: 403, text: '请先修改密码' },
  rightMissing: { code: '2008', status: 403, text: '您没有进行此操作的权限' },
  foreignRequest: { code: '2009', status: 403, text: '请求须由管理后台的页面发出' },
  passwordRefused: { code: '2010', status: 422, text: '密码不符合要求' },
  linkEnded: { code: '2011', status: 410, text: '链接已使用或已过期，请向系统管理员索取新的链接' },
  unknownPerson: { code: '2012', status: 404, text: '没有这位人员' },
  accountTaken: { code: '2013', status: 409, text: '账号已被使用' },
  lastAdmin: { code: '2014', status: 409, text: '这是最后一位可用的系统管理员，不能停用，也不能取消其系统管理角色' },
  invalidInput: { code: '2015', status: 422, text: '填写的内容不正确' },
  secondFactorNeeded: { code: '2016', status: 403, text: '请先启用两步验证' },
  ownGrant: { code: '2017', status: 403, text: '须由另一位系统管理员进行' },
  unknownRequest: { code: '2018', status: 404, text: '没有这项请求' },
  unknownRule: { code: '2034', status: 404, text: '没有这条规则，可能已经结束' },
  localAccountsOff: { code: '2035', status: 403, text: '本系统只用单位账号登录；密码登录只留给应急账号' },
  requestState: { code: '2019', status: 409, text: '这项请求已经处理、收回或过期' },
  requestOpen: { code: '2030', status: 409, text: '这位人员已有一项同样的请求等待确认，请先处理' },
  notOpened: {
    code: '2031',
    status: 409,
    text: '初始设置还没有结束，不能发布。请第二位系统管理或发布人员在工作台上结束初始设置',
  },
  reasonsNeeded: { code: '2033', status: 409, text: '稿件里有须说明理由的内容，请改正，或逐项说明' },
  checkStops: { code: '2036', status: 409, text: '稿件里有不得提交的内容，请改正后再提交' },
  siteOpened: { code: '2032', status: 409, text: '初始设置已经结束' },
  unknownEdition: { code: '2020', status: 404, text: '没有这份稿件' },
  editionConflict: { code: '2021', status: 409, text: '稿件已被他人修改，请核对后再保存' },
  editionState: { code: '2022', status: 409, text: '稿件现在不能进行此操作' },
  ownEdition: { code: '2023', status: 403, text: '您参与了这份稿件，须由他人审核' },
  invalidEdition: { code: '2024', status: 422, text: '稿件还不能发布' },
  editionOutdated: { code: '2025', status: 409, text: '稿件所依据的公开内容已有变化，请核对后重新保存' },
  approvalEnded: { code: '2026', status: 409, text: '审核人的账号已停用，须由他人重新审核' },
  rowsGoneAsked: { code: '2028', status: 422, text: '请输入将移除的行数' },
  fileRefused: { code: '2041', status: 422, text: '这个文件不能上传' },
  fileTooLarge: { code: '2042', status: 413, text: '文件过大，最大 100 MB；请压缩或拆分后再上传' },
  uploadBroken: { code: '2043', status: 400, text: '上传中断，没有收到完整的文件，请重试' },
  unknownFile: { code: '2044', status: 404, text: '没有这个文件，可能已被清理，请重新上传' },
  unknownImport: { code: '2045', status: 404, text: '没有这次导入，请重新选择文件' },
  tooManyWaiting: { code: '2046', status: 429, text: '您已有一项正在处理，还有几项在等候，请等其中一项完成后再试' },
  replacedByNewer: { code: '2047', status: 409, text: '您又提出了新的请求，这一个不再处理' },
  askerGone: { code: '2048', status: 409, text: '提出请求的页面已关闭，这一个不再处理' },
  tokenWrong: { code: '2060', status: 401, text: '令牌不正确，请核对 Authorization 请求头' },
  tokenExpired: { code: '2061', status: 401, text: '令牌已过期，请向系统管理员索取新的令牌' },
  tokenRevoked: { code: '2062', status: 401, text: '令牌已被吊销，请向系统管理员索取新的令牌' },
  tokenScope: { code: '2063', status: 403, text: '这个令牌不能报送这个登记表' },
  keyReused: {
    code: '2064',
    status: 409,
    text: 'Idempotency-Key 已用于另一份内容，没有接收；新的内容请用新的 Idempotency-Key',
  },
  deliveryRefused: { code: '2065', status: 422, text: '报送的内容有错误，没有接收' },
  deliveryWaits: { code: '2066', status: 409, text: '上一次报送还在等待发布，请待其发布或停止后再报送变更' },
  unknownDelivery: { code: '2067', status: 404, text: '没有这次报送' },
  deliveryState: { code: '2068', status: 409, text: '这次报送已经发布、停止或转为审核' },
  unknownToken: { code: '2069', status: 404, text: '没有这个令牌' },
  tokenEnded: { code: '2070', status: 409, text: '这个令牌已经吊销' },
  editionHeld: { code: '2072', status: 409, text: '稿件还不能同意，请先处理，或退回' },
  unknownRemark: { code: '2073', status: 404, text: '没有这条批注' },
  remarkState: { code: '2074', status: 409, text: '批注现在不能进行此操作' },
  unknownShare: { code: '2071', status: 404, text: '没有这个预览链接' },
  importBusy: { code: '2080', status: 409, text: '这次迁入正在处理，请等它结束，或先取消' },
  unknownMovingIn: { code: '2081', status: 404, text: '没有这次迁入，可能已被删除' },
  transferRefused: { code: '2082', status: 422, text: '没有接收这个文件' },
  transferBusy: { code: '2083', status: 409, text: '您的上一次操作还没有完成，请等它完成，或先取消' },
  unknownTransfer: { code: '2084', status: 404, text: '没有这个文件：已取消、已过期，或服务器重启过。请重新开始' },
  pageLost: { code: '1508', status: 503, text: '该内容暂时无法显示，请稍后再试' },
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

/** True when there was no room on a disk for what was to be written: that of PostgreSQL, or that of DATA_DIR. */
export const isDiskFull = (error: unknown): boolean =>
  ['53100', 'ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code));

/** True when a thrown error means that PostgreSQL cannot be reached, rather than that a query is wrong. */
export function isStoreAway(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    // class 08 connection, 57P01–57P03 shutting down or starting, class 53 out of connections, disk or memory
    if (/^(08|53)...$/.test(code) || /^57P0[123]$/.test(code)) return true;
    if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code)) return true;
    // a missing socket, not a missing file
    if (code === 'ENOENT' && syscall === 'connect') return true;
  }
  return (
    error instanceof Error &&
    /Connection terminated|is not queryable|timeout expired|timeout exceeded when trying to connect/i.test(
      error.message,
    )
  );
}

/** Name of a failure in a call of a program or the console, by its status of HTTP. */
export const failureName = (error: unknown, status: number): ErrorName =>
  isDiskFull(error) ? 'diskLow' : isStoreAway(error) ? 'storeAway' : status >= 500 ? 'internal' : 'badRequest';
