import { flag } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

/**
 * SU8: a firm's new site is shown to visitors from the publication of `true` on. A site that was never hidden does without
 * it.
 */
export const visibleSetting = defineSetting({ name: 'site.visible', group: 'site', title: '开通网站', value: flag() });
