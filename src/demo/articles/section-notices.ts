import { list, object, text, date, type ValueOf } from '#page/schema-words.ts';
import { addDays, chineseDay, tradingDayOnOrBefore } from '../calendar.ts';
import { certificateFor } from '../certificates.ts';
import { makeDocx, makeXlsx } from '../files/packages.ts';
import { personName } from '../names.ts';
import { securitiesCertNo } from '../numbers.ts';
import { branches, shortBranchName } from '../places.ts';
import { dice, type Dice } from '../random.ts';
import { readTexts } from '../read-texts.ts';
import type { Story } from './draft.ts';
import { notice } from './notice.ts';
import { readStory } from './story.ts';

/** Notices of the section 信息公告: 遗失声明, 利率信息公告, 收益凭证. */

const lostContracts = readStory('disclosure/lost-contracts', ['name', 'branch', 'from', 'to', 'count']);
const voidBrokerCertificate = readStory('disclosure/void-broker-certificate', ['name', 'who', 'certNo', 'ended']);
const lostLicence = readStory('disclosure/lost-licence', ['name', 'branch', 'address', 'phone', 'serial']);

export function lossStory(random: Dice, day: string): Story {
  const { name: branch, address, phone } = random.pick(branches);
  const name = shortBranchName(branch);
  switch (random.pick(['contracts', 'certificate', 'licence'] as const)) {
    case 'contracts': {
      const from = random.int(1000, 9000);
      const count = random.int(2, 30);
      const content = lostContracts(random, day, { name, branch, from, to: from + count - 1, count });
      return notice(content, day, random.chance(0.3));
    }
    case 'certificate': {
      const who = personName(random);
      const certNo = securitiesCertNo(4, addDays(day, -random.int(300, 1500)), random.int(1, 9000));
      const ended = () => chineseDay(tradingDayOnOrBefore(addDays(day, -random.int(3, 12))));
      return notice(voidBrokerCertificate(random, day, { name, who, certNo, ended }), day, false);
    }
    case 'licence': {
      const serial = () => String(random.int(1, 9_999_999)).padStart(13, '0');
      return notice(lostLicence(random, day, { name, branch, address, phone, serial }), day, random.chance(0.3));
    }
  }
}

const depositInterest = readStory('disclosure/deposit-interest', ['quarter', 'settled', 'rate']);

/**
 * Interest on customers' money is credited on the 20th of the last month of each quarter, at the rate valid on that
 * day.
 */
export function depositInterestStory(day: string): Story {
  const content = depositInterest(dice('interest'), day, {
    quarter: ['一', '二', '三', '四'][Number(day.slice(5, 7)) / 3 - 1]!,
    settled: chineseDay(`${day.slice(0, 7)}-20`),
    rate: day < '2024-01-01' ? '0.20%' : day < '2025-06-01' ? '0.10%' : '0.05%',
  });
  return notice(content, day, true);
}

/** A change of a margin or deposit rate. */
const rateChange = object({ title: text(), item: text(), before: text(), after: text(), day: date() });

/** Newest first; the newest values are those of the interest table. */
export const RATE_CHANGES = readTexts(new URL('./rate-changes.json', import.meta.url), list(rateChange));

const rateChangeText = readStory('disclosure/rate-change', ['title', 'item', 'before', 'after', 'from']);

export function rateChangeStory({ day, ...change }: ValueOf<typeof rateChange>, published: string): Story {
  const story = notice(
    rateChangeText(dice('interest'), published, { ...change, from: chineseDay(day) }),
    published,
    true,
  );
  story.attachments?.push({
    filename: '利率与费率清单.xlsx',
    extension: 'xlsx',
    make: () =>
      makeXlsx('利率与费率', [
        ['项目', '标准', '计收规则', '说明'],
        [change.item, change.after, '逐日计息', `自${day}起执行`],
        ['专项融券', '面议', '按合同约定', ''],
        ['交易佣金', '按协议', '成交时收取', '不高于法定上限'],
      ]),
  });
  return story;
}

const FACTS = ['name', 'code', 'termDays'] as const;

/** Public notices about issues, interest and redemption; `archived` is the share of those that have a PDF. */
const CERTIFICATE_NOTICES = [
  {
    what: 'begun',
    archived: 0.6,
    tell: readStory('disclosure/certificate-issued', [
      ...FACTS,
      'raiseStart',
      'raiseEnd',
      'startDate',
      'endDate',
      'raised',
    ]),
  },
  {
    what: 'ended',
    archived: 0.4,
    tell: readStory('disclosure/certificate-redeemed', [...FACTS, 'startDate', 'endDate']),
  },
  {
    what: 'running',
    archived: 0.4,
    tell: readStory('disclosure/certificate-interest', [...FACTS, 'registered', 'paid']),
  },
  { what: 'running', archived: 0.3, tell: readStory('disclosure/certificate-change', FACTS) },
] as const;

/** 收益凭证: public notices only; the terms need a login and a risk assessment. */
export function certificateStory(random: Dice, day: string): Story {
  const { what, archived, tell } = random.pick(CERTIFICATE_NOTICES);
  const certificate = certificateFor(day, what, random.int(0, what === 'running' ? 40 : 1));
  const { code, termDays } = certificate;
  const name = `${certificate.name}收益凭证`;
  const content = tell(random, day, {
    name,
    code,
    termDays,
    raiseStart: chineseDay(certificate.raiseStart),
    raiseEnd: chineseDay(certificate.raiseEnd),
    startDate: chineseDay(certificate.startDate),
    endDate: chineseDay(certificate.endDate),
    raised: () => random.int(800, 20000).toLocaleString('en-US'),
    registered: chineseDay(tradingDayOnOrBefore(addDays(day, 2))),
    paid: chineseDay(tradingDayOnOrBefore(addDays(day, 3))),
  });
  const story = notice(content, day, random.chance(archived));
  if (random.chance(0.15))
    story.attachments = [
      ...(story.attachments ?? []),
      {
        filename: `${name}说明摘要.docx`,
        extension: 'docx',
        make: () =>
          makeDocx({
            title: `${name}说明摘要`,
            paragraphs: ['本摘要仅供持有人核对产品基本要素，不替代认购协议与产品说明书。'],
            table: [
              ['项目', '内容'],
              ['产品代码', code],
              ['产品期限', `${termDays}天`],
              ['兑付方式', '到期一次性兑付'],
            ],
          }),
      },
    ];
  return story;
}
