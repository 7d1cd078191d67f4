import type { ThemeConfig } from 'antd';

/**
 * The site's colours as the console's theme. The site's accent marks where one is and what cannot be undone; the main
 * button is navy here, so that red keeps its meaning. Style sheets read the same values as --ant-… below
 * .console-theme.
 */
const INK = '#0b1f3f';
const VERMILION = '#b8141b';
const GOLD = '#9a7a45';
const BLUE = '#1f4e8c';

export const consoleTheme: ThemeConfig = {
  cssVar: { key: 'console-theme' },
  hashed: false,
  token: {
    colorPrimary: INK,
    colorPrimaryHover: '#27477a',
    colorPrimaryActive: '#06142b',
    colorPrimaryBg: '#eaeff6',
    colorPrimaryBgHover: '#dde6f1',
    colorPrimaryBorder: '#a9bad2',
    colorLink: BLUE,
    colorLinkHover: INK,
    colorLinkActive: INK,
    colorInfo: BLUE,
    colorInfoBg: '#eef3fa',
    colorInfoBorder: '#c3d3e8',
    colorError: VERMILION,
    colorErrorHover: '#d0343b',
    colorErrorBg: '#fdf3f3',
    colorErrorBorder: '#eccbcc',
    colorErrorText: VERMILION,
    colorSuccess: '#0a7f4f',
    colorSuccessBg: '#eef8f3',
    colorSuccessBorder: '#bfe0d1',
    colorWarning: '#8a5a00',
    colorWarningBg: '#faf6ec',
    colorWarningBorder: '#e3d5b5',
    colorText: '#1a2028',
    colorTextSecondary: '#4a5462',
    colorTextTertiary: '#4a5462',
    colorTextDescription: '#4a5462',
    colorTextPlaceholder: '#6b7684',
    colorTextHeading: INK,
    colorBorder: '#8792a1',
    colorBorderSecondary: '#dfe3e8',
    colorSplit: '#dfe3e8',
    colorBgLayout: '#f5f6f8',
    colorBgContainer: '#ffffff',
    colorFillAlter: '#f5f6f8',
    controlOutline: 'rgb(154 122 69 / 45%)',
    borderRadius: 2,
    borderRadiusSM: 2,
    borderRadiusLG: 4,
    controlHeight: 36,
    fontSize: 14,
    fontFamily: '"PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
    // a motion that ends within the moment in which it began (a call answered at once) never ended: the button's sign
    // of work stayed
    motion: false,
    boxShadowSecondary: '0 4px 16px rgb(11 31 63 / 14%)',
  },
  components: {
    Button: { primaryShadow: 'none', dangerShadow: 'none', defaultShadow: 'none' },
    Input: { activeBorderColor: GOLD, hoverBorderColor: INK },
    Select: { activeBorderColor: GOLD, hoverBorderColor: INK },
    Table: {
      headerBg: '#ffffff',
      headerColor: INK,
      headerSplitColor: 'transparent',
      cellPaddingBlock: 10,
      cellPaddingInline: 12,
    },
  },
};
