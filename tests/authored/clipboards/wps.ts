import type { Program } from './program.ts';

/** Written by hand in the markup of WPS Writer 12. */
export const wps: Program = {
  program: 'wps',
  cases: [
    {
      name: 'struck out and raised',
      html: `<p class="MsoNormal" style="text-indent:21.0000pt;"><span style="text-decoration:line-through;font-family:宋体;font-size:10.5000pt;">旧条款</span><span style="font-size:10.5pt;">面积25m</span><span style="vertical-align:super;font-size:10.5pt;">2</span></p>`,
      becomes: `<p class="indent-2"><s>旧条款</s>面积25m<sup>2</sup></p>`,
      told: {},
    },
    {
      name: 'bold by style',
      html: `<p class="MsoNormal"><b><span style="font-weight:bold;">重要提示</span></b><span style="font-weight:bold;">：</span><span style="font-weight:normal;">正文</span></p>`,
      becomes: `<p><strong>重要提示：</strong>正文</p>`,
      told: {},
    },
    {
      name: 'hidden text',
      html: `<p class="MsoNormal">公开<span style="display:none;mso-hide:all;">未定稿</span></p>`,
      becomes: `<p>公开</p>`,
      told: { hidden: [1, '未定稿'] },
    },
    {
      name: 'a box of Wingdings 2',
      html: `<p class="MsoNormal"><font face="Wingdings 2">R</font>是<font face="Wingdings 2">£</font>否</p>`,
      becomes: `<p>☑是□否</p>`,
      told: { symbols: [2, '☑', '□'] },
    },
    {
      name: 'a list with its own label',
      html: `<p class="MsoNormal" style="mso-list:l0 level1 lfo1;"><span style="mso-list:Ignore;">1.&nbsp;</span>甲</p><p class="MsoNormal" style="mso-list:l0 level1 lfo1;"><span style="mso-list:Ignore;">2.&nbsp;</span>乙</p>`,
      becomes: `<ol><li>甲</li><li>乙</li></ol>`,
      told: {},
    },
    {
      name: 'a picture on the writer’s computer',
      html: `<p class="MsoNormal"><img src="file:///C:/temp/ksohtml/wps1.png" width="300"/>图一</p>`,
      becomes: `<p>图一</p>`,
      told: { pictures: [1] },
    },
    {
      name: 'cells merged over hidden ones',
      html: `<table><tr><td colspan="2">合计</td><td style="display:none;">旧值</td></tr><tr><td>1</td><td>2</td></tr></table>`,
      becomes: `<table><tr><td colspan="2">合计</td></tr><tr><td>1</td><td>2</td></tr></table>`,
      told: { hidden: [1, '旧值'] },
    },
    {
      name: 'a formula as a drawing',
      html: `<p class="MsoNormal">利率<span class="ql-formula" data-value="\\frac{1}{20}"><span>120</span></span></p>`,
      becomes: `<p>利率</p>`,
      told: { formulas: [1, '利率〔\\frac{1}{20}〕'] },
    },
  ],
};
