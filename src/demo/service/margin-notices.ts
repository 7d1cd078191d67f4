import { notice } from '../articles/notice.ts';
import { bullets, p, table, type Story } from '../articles/draft.ts';
import { addDays, chineseDay, tradingDayOnOrBefore } from '../calendar.ts';
import type { Dice } from '../random.ts';
import { shares } from '../registers/securities.ts';

/** 业务公告 of 融资融券: changes of lists, parameters, systems and hours. */
type Tell = (random: Dice, day: string) => Story;

const KINDS: Tell[] = [
  targetsChanged,
  targetsChanged,
  rateFolded,
  rateFolded,
  boardLimit,
  delisting,
  systemTest,
  holiday,
  lendable,
  warning,
  delayed,
];

export const marginNotice = (random: Dice, day: string): Story => random.pick(KINDS)(random, day);

const listedSecurities = (random: Dice, count: number) => random.some(shares, count);

const nextDay = (day: string): string => {
  for (let ahead = 1; ; ahead++) if (tradingDayOnOrBefore(addDays(day, ahead)) > day) return addDays(day, ahead);
};

const dated = (day: string): string => `${day.slice(0, 4)}年第${Number(day.slice(5, 7)) * 31 + Number(day.slice(8))}号`;

function targetsChanged(random: Dice, day: string): Story {
  const way = random.pick(['调入', '调出']);
  const names = listedSecurities(random, random.int(3, 6));
  const from = nextDay(day);
  const reason =
    way === '调入'
      ? '流通规模、成交活跃程度和波动情况符合公司标准'
      : random.pick([
          '连续多个交易日成交清淡',
          '发布了可能影响持续经营的公告',
          '波动幅度超过公司设定的上限',
          '被实施风险警示',
        ]);
  return notice(
    `关于${way}${names.length}只融资融券标的证券的公告（${dated(day)}）`,
    [
      p(
        `经公司定期评估，下列证券因${reason}，自${chineseDay(from)}起${way}融资融券标的证券名单。${way === '调入' ? '调入后可以按公司公布的保证金比例开展融资买入或融券卖出。' : '调出后不再接受新的融资买入和融券卖出委托。'}`,
      ),
      table([
        ['证券代码', '证券简称', '调整方向', '生效日期'],
        ...names.map(({ code, name }) => [code, name, way, from]),
      ]),
      p(
        way === '调入'
          ? '新调入的证券首次纳入集中度控制，评级以开市前发布的名单为准。请在委托前查看保证金可用余额，不要以资金余额代替。'
          : '调出之前已经形成的合约仍然有效，可以持有到期或者提前了结，能否展期按照合同审核。作为担保物的折算率不因调出标的名单而自动改变。',
      ),
      p(
        '完整名单可以在“标的证券查询”页按日期查询，两日之间的变化见变动清单。名单的调整不构成对任何证券的投资建议。融资融券具有杠杆，请根据自身的资金安排审慎参与，如有疑问可以联系开户营业部或者客服热线。',
      ),
    ],
    day,
    random.chance(0.4),
  );
}

function rateFolded(random: Dice, day: string): Story {
  const names = listedSecurities(random, random.int(2, 5));
  const from = nextDay(day);
  const down = random.chance(0.7);
  return notice(
    `关于${down ? '下调' : '上调'}${names[0]!.name}等证券折算率的公告（${dated(day)}）`,
    [
      p(
        `根据证券估值、波动和流动性的变化，公司决定自${chineseDay(from)}起${down ? '下调' : '上调'}下列可充抵保证金证券的折算率，其余证券不变。`,
      ),
      table([
        ['证券代码', '证券简称', '调整前', '调整后'],
        ...names.map(({ code, name }) => {
          const before = random.int(8, 13) * 5;
          return [code, name, `${before}%`, `${down ? before - random.int(1, 5) * 5 : before + 5}%`];
        }),
      ]),
      p(
        down
          ? '折算率下调会减少保证金可用余额，可能使您无法新开合约，但不会直接降低维持担保比例。持有上述证券较多的客户，可以提前转入现金或者其他担保物。'
          : '折算率上调会增加保证金可用余额。请不要因此提高杠杆，账户的安全程度仍然取决于维持担保比例和集中度，行情转弱时折算率还可能再次下调，届时保证金可用余额会随之减少。计算时请为利息和费用留出余地。',
      ),
      p(
        '折算率以每个交易日开市前公布的名单为准，公司可以在市场波动较大时于盘前临时调整。客户可以在客户端“融资融券—担保物”中查看每只证券的折算率和折算后的金额，也可以下载“可充抵保证金证券及折算率”全表核对。',
      ),
    ],
    day,
    random.chance(0.4),
  );
}

function boardLimit(random: Dice, day: string): Story {
  const board = random.pick(['科创板', '创业板', '北交所']);
  const from = nextDay(day);
  const before = random.int(7, 9) * 10;
  return notice(
    `关于调整${board}证券集中度上限的公告（${dated(day)}）`,
    [
      p(
        `为控制客户账户的板块集中风险，公司自${chineseDay(from)}起调整信用账户持有${board}证券的集中度上限。本次调整只涉及维持担保比例在180%至240%之间的账户。`,
      ),
      table([
        ['项目', '调整前', '调整后'],
        [`${board}证券市值占总资产的上限`, `${before}%`, `${before - 10}%`],
        ['适用账户', '180%（含）至240%', '180%（含）至240%'],
      ]),
      bullets([
        '调整后超过上限的账户，不要求立即卖出',
        '超限期间不能继续融资买入该板块的证券',
        '以自有资金买入、担保物转入同样计入集中度',
        '比例回到上限以内后自动恢复',
      ]),
      p(
        '客户可以在“融资融券—集中度”中查看当前数值和距离上限的差额。集中持有一个板块的账户，在行情同向波动时更容易触及追保线，建议分散持有，并保留适当的现金。',
      ),
    ],
    day,
    random.chance(0.5),
  );
}

function delisting(random: Dice, day: string): Story {
  const [one] = listedSecurities(random, 1);
  const last = tradingDayOnOrBefore(addDays(day, random.int(12, 25)));
  return notice(
    `关于${one!.name}融资融券合约提前了结的提示公告（${dated(day)}）`,
    [
      p(
        `${one!.name}（${one!.code}）已经披露可能终止上市的风险提示。按照合同约定，公司提醒持有该证券融资合约或融券合约的客户，在${chineseDay(last)}之前了结相关合约。`,
      ),
      bullets([
        '自本公告发布次一交易日起，该证券的折算率调整为零',
        '不再接受新的融资买入、融券卖出和担保物转入',
        '已有合约到期不予展期',
        '期限届满未了结的，公司有权按照合同处分担保物',
      ]),
      p(
        '折算率调整为零后，部分账户的保证金可用余额可能变为负数，届时只能了结合约而不能新开。公司将对涉及的客户逐一电话提示，请保持预留的联系方式畅通，并以公司官方热线的来电为准。',
      ),
      p(
        '持有该证券现货的客户，仍可以按照交易规则在普通账户或者信用账户中卖出。上市公司后续公告可能改变时间安排，请同时关注其信息披露，公司也会在本栏目更新。',
      ),
    ],
    day,
    random.chance(0.5),
  );
}

function systemTest(random: Dice, day: string): Story {
  const saturday = addDays(day, (6 - new Date(`${day}T00:00:00Z`).getUTCDay() + 7) % 7 || 7);
  const what = random.pick([
    '信用账户清算系统升级',
    '追保通知平台切换',
    '集中度计算改为盘中实时',
    '与登记结算机构联合测试',
  ]);
  return notice(
    `关于${chineseDay(saturday).slice(5)}融资融券系统测试的公告（${dated(day)}）`,
    [
      p(
        `公司定于${chineseDay(saturday)}（星期六）8:30至${random.int(15, 18)}:00进行融资融券系统测试，内容为${what}。测试期间，信用账户的查询结果可能不准确。`,
      ),
      bullets([
        '测试数据不作为清算依据，请勿据此判断账户状况',
        '期间提交的委托、划转和还款一律无效',
        '普通账户的查询不受影响',
        '客户端可能收到带有“测试”字样的消息，无须处理',
      ]),
      p(
        '测试完成后，公司将在当晚恢复到测试之前的数据，并由两名人员分别核对总量与抽样账户。如您在次一交易日开市前发现数据与测试前不一致，请截图并联系客服热线。',
      ),
      p(
        '系统测试是为了让清算和通知更及时、更准确，由此给您带来的不便，敬请谅解。测试期间公司人员不会致电索要密码，也不会要求您配合转账。',
      ),
    ],
    day,
    false,
  );
}

function holiday(random: Dice, day: string): Story {
  const month = Number(day.slice(5, 7));
  const name =
    month <= 2
      ? '春节'
      : month <= 4
        ? '清明节'
        : month <= 5
          ? '劳动节'
          : month <= 7
            ? '端午节'
            : month <= 9
              ? '中秋节'
              : '国庆节';
  return notice(
    `关于${day.slice(0, 4)}年${name}期间融资融券业务安排的公告（${dated(day)}）`,
    [
      p(`${name}休市期间，融资融券业务随交易所休市安排暂停，现将息费计算、合约到期和担保物管理的有关事项公告如下。`),
      bullets([
        '休市期间照常计收利息和费用，按自然日计算',
        '合约到期日落在休市期间的，顺延至节后首个交易日',
        '追加担保期限按交易日计算，休市期间不计入',
        '节前最后一个交易日收市后仍可以进行银证转账的时间以各银行为准',
      ]),
      p(
        `休市期间境外市场可能出现波动，节后首个交易日的价格存在跳空的可能。建议维持担保比例低于${random.pick(['180%', '200%'])}的客户，在节前适当补充担保物或者降低融资余额。`,
      ),
      p(
        '节假日期间，人工客服的服务时间为9:00至18:00，自助挂失和密码重置全天可用。需要提前了结合约的客户，请在节前完成，不要集中在最后一个交易日的尾盘操作。',
      ),
    ],
    day,
    random.chance(0.3),
  );
}

function lendable(random: Dice, day: string): Story {
  const names = listedSecurities(random, 4);
  return notice(
    `关于新增专项融券券源的公告（${dated(day)}）`,
    [
      p(
        '公司新增一批专项融券券源，符合条件的客户可以提交预约。券源数量有限，按照申请时间和用途综合安排，不承诺全部满足。',
      ),
      table([
        ['证券代码', '证券简称', '数量（万股）', '期限（天）'],
        ...names.map(({ code, name }) => [code, name, random.int(5, 120), random.pick([14, 28, 91, 182])]),
      ]),
      p(
        '专项券源的费率和期限由双方在确认单中约定，预约成功后无论是否使用，都按约定计收占用费。公司提前收回的，至少提前两个交易日通知；客户提前归还的，已计收的费用不退。',
      ),
      p(
        '融券卖出后，证券上涨会造成损失，并且没有上限。请结合自己的持仓和对冲需要决定是否参与，不要把券源充足理解为对价格走势的判断。预约入口在客户端“融资融券—专项券源”，机构客户可以联系客户经理。',
      ),
    ],
    day,
    random.chance(0.3),
  );
}

function warning(random: Dice, day: string): Story {
  return notice(
    `关于防范以融资融券名义实施诈骗的提示（${dated(day)}）`,
    [
      p(
        `近期，有不法分子以“${random.pick(['低息额度', '解除追保', '合约代还', '恢复授信'])}”为名联系投资者，谎称可以绕过公司审核。公司郑重提示，授信、追保和平仓均在公司系统中办理，没有其他渠道。`,
      ),
      bullets([
        '公司不委托任何中介机构办理融资融券开户和授信',
        '追加担保只需在自己的账户内转入资金或证券',
        '工作人员不会要求下载陌生软件、共享屏幕',
        '所有费用从信用账户扣收，不存在另行缴纳的保证金',
      ]),
      p(
        '收到可疑来电时，请先挂断，再拨打官方热线核实；也可以在“人员核验”中查询对方的姓名和编号。不要因为对方准确说出您的姓名和持仓就轻信，个人信息可能已经被泄露。',
      ),
      p(
        '已经转账的，请立即报警并联系开户银行申请止付，同时修改交易密码和资金密码。公司将配合有关机关调查，并对提供线索的投资者信息保密。',
      ),
    ],
    day,
    false,
  );
}

function delayed(random: Dice, day: string): Story {
  const reason = random.pick(['上游行情数据延迟', '交易所名单文件晚于往常到达', '折算率校验发现一处不一致']);
  return notice(
    `关于${chineseDay(day).slice(5)}融资融券名单更新延迟的说明（${dated(day)}）`,
    [
      p(
        `${chineseDay(day)}开市前，因${reason}，标的证券名单和折算率表的更新较平时晚了约${random.int(6, 25)}分钟，已于9:${random.int(10, 14)}发布完毕，没有影响连续竞价时段的委托。`,
      ),
      bullets([
        '更新完成之前提交的委托按前一交易日的标准校验',
        '更新之后发现不符合当日标准的，系统已逐笔提示客户撤单',
        '清算使用的是更新后的数据',
        '没有客户因此被追加担保或者平仓',
      ]),
      p(
        '公司已经对数据接收环节增加一路备用来源，并把人工复核的时点提前二十分钟。后续如再次发生，将在开市前通过客户端消息先行告知，避免客户在不知情的情况下委托。',
      ),
      p(
        '对当日的委托结果有疑问的客户，请在五个交易日内提供委托编号，公司将逐笔核对并书面答复。给您带来的不便，公司深表歉意。',
      ),
    ],
    day,
    false,
  );
}
