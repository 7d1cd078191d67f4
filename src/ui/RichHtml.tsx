import { richHtml } from '#rules/text/rich-html.ts';
import { htmlInScript } from './script/active-script.ts';

/**
 * Authored HTML with the site's typography (PC5: its images never grow beyond the column).
 * @param html sanitised by the server on the way in; nothing else may be handed to this part
 */
export function RichHtml({ html }: { html: string }) {
  return <div className="rich" dangerouslySetInnerHTML={{ __html: htmlInScript(richHtml(html)) }} />;
}
