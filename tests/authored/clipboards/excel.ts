import type { Program } from './program.ts';

/** Written by hand in the markup of Excel 2016 (clipboard). */
export const excel: Program = {
  program: 'excel',
  cases: [
    {
      name: 'a struck out row by its class',
      html: `<style><!-- .xl65 {text-decoration:line-through;} .xl66 {font-weight:700;} --></style><table><tr><td class=xl66>姓名</td><td class=xl66>费率</td></tr><tr><td class=xl65>王安</td><td class=xl65>0.8%</td></tr></table>`,
      becomes: `<table><tr><td><strong>姓名</strong></td><td><strong>费率</strong></td></tr><tr><td><s>王安</s></td><td><s>0.8%</s></td></tr></table>`,
      told: {},
    },
    {
      name: 'a hidden column',
      html: `<table><col width=72><col width=0 style='display:none;mso-width-source:userset;mso-width-alt:0'><col width=72><tr><td>姓名</td><td>身份证号</td><td>部门</td></tr><tr><td>王安</td><td>1101</td><td>固收部</td></tr></table>`,
      becomes: `<table><col class="w-5" /><col class="w-5" /><tr><td>姓名</td><td>部门</td></tr><tr><td>王安</td><td>固收部</td></tr></table>`,
      told: { hiddenCells: [1, '身份证号 1101'] },
    },
    {
      name: 'a hidden row below a merged cell',
      html: `<table><tr><td rowspan=3>华东</td><td>上海</td></tr><tr height=0 style='display:none'><td>未开业</td></tr><tr><td>杭州</td></tr></table>`,
      becomes: `<table><tr><td rowspan="2">华东</td><td>上海</td></tr><tr><td>杭州</td></tr></table>`,
      told: { hiddenCells: [1, '未开业'] },
    },
    {
      name: 'a merged title over a hidden column',
      html: `<table><col><col style='display:none'><tr><td colspan=2>名单</td></tr><tr><td>甲</td><td>内部编号</td></tr></table>`,
      becomes: `<table><col /><tr><td>名单</td></tr><tr><td>甲</td></tr></table>`,
      told: { hiddenCells: [1, '内部编号'] },
    },
    {
      name: 'raised text in a cell',
      html: `<style>.font5{vertical-align:super;}</style><table><tr><td>25m<font class="font5">2</font></td></tr></table>`,
      becomes: `<table><tr><td>25m<sup>2</sup></td></tr></table>`,
      told: {},
    },
    {
      name: 'a note of a cell',
      html: `<table><tr><td>25<span class=msocomspan1><span class=msocomspan2 id="_anchor_1"><a class=msocomanch name="_msoanchor_1" href="#_msocom_1">[1]</a></span></span></td></tr></table><div style='mso-element:comment-list'><div style='mso-element:comment'><div id="_com_1" class=msocomtxt>王：请核对</div></div></div>`,
      becomes: `<table><tr><td>25</td></tr></table>`,
      told: { comments: [1, '王：请核对'] },
    },
  ],
};
