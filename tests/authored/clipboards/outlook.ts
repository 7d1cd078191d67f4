import type { Program } from './program.ts';

/** Written by hand in the markup of Outlook (clipboard). */
export const outlook: Program = {
  program: 'outlook',
  cases: [
    {
      name: 'a smiley and a raised sign',
      html: `<p class=MsoNormal>谢谢<span style='font-family:Wingdings'>J</span>，第2<sup>版</sup></p>`,
      becomes: `<p>谢谢☺，第2<sup>版</sup></p>`,
      told: { symbols: [1, '☺'] },
    },
    {
      name: 'a preview line that nobody sees',
      html: `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">预览文字</div><p>正文</p>`,
      becomes: `<p>正文</p>`,
      told: { hidden: [1, '预览文字'] },
    },
    {
      name: 'a picture of the mail',
      html: `<p><img src="cid:image001.png@01D" alt="签名">正文</p>`,
      becomes: `<p>正文</p>`,
      told: { pictures: [1, '签名'] },
    },
  ],
};
