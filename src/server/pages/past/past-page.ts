import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import type { FramedPage } from '../address/framed-page.ts';
import { drawInFrame, type FrameOptions } from '../address/framed-site.ts';
import type { RenderDeps } from '../draw/render.ts';

/** Frame of past pages; links of theirs lead to others of the same moment. */
export type PastFrame = Pick<FrameOptions, 'addressOf'>;

/**
 * PB2: a page of the site as a visitor without a login saw it at a past moment. Content, channels, published pages and
 * settings are of that moment; how they are drawn, and page files that were never published, are this program's.
 * @param path below the base, with its query, starting with /
 */
export async function pastPage(
  deps: RenderDeps,
  path: string,
  moment: Date,
  { addressOf }: PastFrame,
): Promise<FramedPage | null> {
  const time = moment.toISOString();
  // US11: of another system only today is known
  const { contentElsewhere } = await deps.siteAt('now');
  const today = contentElsewhere ? '；由其他系统提供的栏目、文章和页面样式为今天的' : '';
  const note = `<p class="block__stale" role="note">历史页面：<time datetime="${time}">${shanghaiTime(time)}</time> 公众看到的内容${today}</p>`;
  return drawInFrame(deps, path, moment, { addressOf, note });
}
