import type { Program } from './program.ts';

/** Written by hand in the markup of Google Sheets (clipboard). */
export const googleSheets: Program = {
  program: 'google-sheets',
  cases: [
    {
      name: 'struck out and bold cells',
      html: `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;">费率</td><td style="text-decoration:line-through;">0.8%</td></tr></tbody></table></google-sheets-html-origin>`,
      becomes: `<table><colgroup><col class="w-10" /><col class="w-10" /></colgroup><tbody><tr><td><strong>费率</strong></td><td><s>0.8%</s></td></tr></tbody></table>`,
      told: {},
    },
    {
      name: 'white words on white',
      html: `<table><tr><td style="color:#ffffff;background-color:#ffffff;">内部</td><td style="color:#ffffff;background-color:#1a73e8;">标题</td></tr></table>`,
      becomes: `<table><tr><td></td><td>标题</td></tr></table>`,
      told: { colours: [2], hidden: [1, '内部'], grounds: [1] },
    },
  ],
};
