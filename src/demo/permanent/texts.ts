import { USUAL } from '#wire/bases.ts';
import { CHANNEL } from '../channels.ts';
import { readMarkdown } from '../read-texts.ts';

/**
 * Texts of channels with one item, each a Markdown file: pages of the company and the texts below drawn steps. Pages of
 * registers say what a register is about, how an entry is checked and whom to contact. Laws are never quoted.
 */
const FILES: readonly (readonly [channelId: string, file: string])[] = [
  [CHANNEL.aboutUs, 'company/about-us'],
  [CHANNEL.companyProfile, 'company/company-profile'],
  [CHANNEL.companyIntro, 'company/company-intro'],
  [CHANNEL.complaint, 'company/complaint'],
  [CHANNEL.feeStandard, 'company/fee-standard'],
  [CHANNEL.socialDuty, 'company/social-duty'],
  [CHANNEL.staffDevelopment, 'company/staff-development'],
  [CHANNEL.futuresIB, 'notes/futures-ib'],
  [CHANNEL.openFund, 'notes/open-fund'],
  [CHANNEL.bondInvestment, 'notes/bond-investment'],
  [CHANNEL.fundSaleStaff, 'notes/fund-sale-staff'],
  [CHANNEL.advisoryStaff, 'notes/advisory-staff'],
  [CHANNEL.fundReferrer, 'notes/fund-referrer'],
  [CHANNEL.marketers, 'notes/marketers'],
  [CHANNEL.offsiteBranch, 'notes/offsite-branch'],
  [CHANNEL.privateEquityStaff, 'notes/private-equity-staff'],
  [CHANNEL.telProcess, 'service/tel-process'],
  [CHANNEL.openAccount, 'service/open-account'],
];

const textAt = (file: string) => readMarkdown(new URL(`../texts/${file}.md`, import.meta.url));

export const permanentTexts = FILES.map(([channelId, file]) => ({ channelId, ...textAt(file) }));

/** 隐私政策, 用户协议, 法律声明: each is the only item of its channel, dated by its version; {hotline} and the like are filled in. */
const LEGAL = [
  { channelId: CHANNEL.privacyPolicy, version: '2025-03-13', file: 'legal/privacy' },
  { channelId: CHANNEL.userAgreement, version: '2023-04-06', file: 'legal/agreement' },
  { channelId: CHANNEL.legalNotice, version: '2025-03-13', file: 'legal/notice' },
];

/** @param facts what stands for {hotline}, {email} and {address}; {base} is the usual one, as in texts of any site */
export const legalTexts = (facts: Readonly<Record<string, string>>) =>
  LEGAL.map(({ channelId, version, file }) => {
    const { title, html } = textAt(file);
    return {
      channelId,
      version,
      title,
      html: html.replace(/\{(\w+)\}/g, (whole, name: string) =>
        name === 'base' ? USUAL.siteBase : (facts[name] ?? whole),
      ),
    };
  });
