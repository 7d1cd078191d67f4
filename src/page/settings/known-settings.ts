import { flag } from '../schema-words.ts';
import { absentRegistersSetting } from './absent-registers.ts';
import { defineSetting, type SettingDefinition } from './define-setting.ts';
import { protectedTermsSetting } from './protected-terms.ts';
import { tagsSetting, topicsSetting } from './research.ts';
import { bannersSetting } from './banners.ts';
import { brandSetting } from './brand.ts';
import { formerTextsSetting } from './former-texts.ts';
import { oldAddressesSetting } from './old-addresses.ts';
import { publishChecksSetting } from './publish-checks.ts';
import { scriptWordsSetting } from './script-words.ts';
import { searchWordsSetting } from './search-words.ts';
import { sendersSetting } from './senders.ts';
import { siteSetting } from './site.ts';
import { visibleSetting } from './visible.ts';
import { trackingSetting } from './tracking.ts';

/** Every published setting with a schema; docs/how-to/published-settings.md describes each. */
export const settings: readonly SettingDefinition<any>[] = [
  siteSetting,
  brandSetting,
  topicsSetting,
  tagsSetting,
  bannersSetting,
  protectedTermsSetting,
  scriptWordsSetting,
  searchWordsSetting,
  oldAddressesSetting,
  absentRegistersSetting,
  defineSetting({ name: 'demo', group: 'site', title: '显示“演示数据，均为虚构”', value: flag() }),
  trackingSetting,
  formerTextsSetting,
  publishChecksSetting,
  visibleSetting,
  sendersSetting,
];
