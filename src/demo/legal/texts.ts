import { CHANNEL } from '../channels.ts';
import { demoSite } from '../settings.ts';
import { userAgreement } from './agreement.ts';
import { legalNotice } from './notice.ts';
import { privacyPolicy } from './privacy.ts';

const FACTS: Record<string, string> = {
  hotline: demoSite.hotline,
  email: demoSite.email,
  address: demoSite.addresses[0]!.text,
};

const filled = (html: string): string =>
  html.replace(/\{(hotline|email|address)\}/g, (_, name: string) => FACTS[name]!);

/** 隐私政策, 用户协议, 法律声明: each is the only item of its channel, dated by its version. */
export const legalTexts = [
  { channelId: CHANNEL.privacyPolicy, ...privacyPolicy },
  { channelId: CHANNEL.userAgreement, ...userAgreement },
  { channelId: CHANNEL.legalNotice, ...legalNotice },
].map(({ html, ...text }) => ({ ...text, html: filled(html) }));
