import { Alert, Button, Checkbox, Form, Input, InputNumber, Radio, Select } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BRAND_PICTURE, BRAND_SHARE, LOGO_LEAST_HEIGHT, SHARE_SIZE, type BrandSetting } from '#rules/look/brand.ts';
import { OWN_COLOURS, readable } from '#rules/look/palette.ts';
import type { FieldProblem } from '#wire/console-answers.ts';
import { fileHref } from '../files/send-file.ts';
import { Panel } from '../parts/Panel.tsx';
import { BrandPicture } from './BrandPicture.tsx';
import { ColourFields } from './ColourFields.tsx';
import { drawLargeIcon, drawShare, hasOwnGround, readSize } from './brand-pictures.ts';
import type { FieldsProps } from './SettingFields.tsx';
import { useDrawn } from './use-drawn.ts';

/** A change by function: a drawing meanwhile must not bring back the former values. */
type Change = (next: (now: Partial<BrandSetting>) => Partial<BrandSetting>) => void;

/** Nothing is left of a field that is not set: the public value has no empty ones. */
function withoutUnset(brand: Partial<BrandSetting>): Partial<BrandSetting> {
  return Object.fromEntries(Object.entries(brand).filter(([, value]) => value !== undefined));
}

/** BR1: what makes the site look like one firm's; what it will look like stands in the preview beside. */
export function BrandFields({ typed, problems, onChange }: FieldsProps) {
  const brand = (typed.value ?? {}) as Partial<BrandSetting>;
  const newest = useRef(brand);
  useLayoutEffect(() => {
    newest.current = brand;
  });
  const change: Change = (next) => {
    newest.current = withoutUnset({ ...newest.current, ...next(newest.current) });
    onChange({ value: newest.current });
  };
  const set = (next: Partial<BrandSetting>): void => change(() => next);
  return (
    <div className="stack">
      <Logo brand={brand} problems={problems} onChange={change} />
      <Pictures brand={brand} problems={problems} onChange={change} />
      <ColourFields colours={brand.colours} problems={problems} onChange={(colours) => set({ colours })} />
      <Panel title="标题字体">
        <Radio.Group
          aria-label="标题字体"
          value={brand.headings ?? 'sans'}
          onChange={(event) => set({ headings: event.target.value as BrandSetting['headings'] })}
          options={[
            { value: 'sans', label: '黑体' },
            { value: 'serif', label: '宋体' },
          ]}
        />
        <p className="quiet above-buttons">用访客电脑和手机自带的字体，不增加打开的时间。正文总是黑体。</p>
      </Panel>
      <Panel title="页首">
        <Radio.Group
          aria-label="页首"
          value={brand.header ?? 'one-row'}
          onChange={(event) => set({ header: event.target.value as BrandSetting['header'] })}
          options={[
            { value: 'one-row', label: '一行' },
            { value: 'two-rows', label: '两行，热线在标志右边' },
          ]}
        />
        <p className="quiet above-buttons">
          电脑上的页首；手机上总是一行。一级栏目不超过五个时，一行里有搜索框和热线，放得下就显示。
        </p>
      </Panel>
      <Slogan slogan={brand.slogan} problems={problems} onChange={(slogan) => set({ slogan })} />
    </div>
  );
}

const problemAt = (problems: readonly FieldProblem[], place: string): string =>
  problems.find(({ pointer }) => pointer === place)?.message ?? '';

interface PartProps {
  brand: Partial<BrandSetting>;
  problems: readonly FieldProblem[];
  onChange: Change;
}

/** The picture, once it is known to have a ground of its own. */
function useOwnGround(file: string | undefined): string | undefined {
  const [grounded, setGrounded] = useState<string>();
  useEffect(() => {
    if (file === undefined) return;
    // one that cannot be opened is told where it is chosen
    hasOwnGround(fileHref(file)).then(
      (has) => setGrounded(has ? file : undefined),
      () => setGrounded(undefined),
    );
  }, [file]);
  return grounded;
}

function Logo({ brand: { logo }, problems, onChange }: PartProps) {
  const { isDrawing, problem, draw } = useDrawn();
  const grounded = useOwnGround(logo?.file);
  const take = (file: string): void =>
    void draw(async () => {
      const size = await readSize(fileHref(file));
      // a picture for dark grounds was the former one's
      onChange(({ logo: now }) => ({ logo: { file, ...size, hasName: now?.hasName ?? false } }));
    });
  return (
    <Panel title="标志">
      <BrandPicture
        label="标志"
        value={logo?.file}
        alt="现在的标志"
        accept="svg|png"
        most={BRAND_PICTURE}
        advice={`透明底，PNG 高 ${LOGO_LEAST_HEIGHT} 像素以上，四周不留空白。`}
        problem={problemAt(problems, '/logo/file')}
        onStored={take}
        onRemove={() => onChange(() => ({ logo: undefined }))}
      />
      {(isDrawing || problem !== '') && <p className="save-note">{problem || '正在读取图片……'}</p>}
      {logo && !logo.onDark && grounded === logo.file && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title="这张标志有自己的底色，在首页深色的首屏上会成为一块白。请换一张透明底的，或在下面另传一张“深色底上的标志”。"
        />
      )}
      {logo && (
        <>
          <p>
            <Checkbox
              checked={logo.hasName}
              onChange={(event) => onChange(() => ({ logo: { ...logo, hasName: event.target.checked } }))}
            >
              图片里已有公司名称，旁边不再写
            </Checkbox>
          </p>
          <BrandPicture
            label="深色底上的标志"
            value={logo.onDark}
            alt="深色底上的标志"
            accept="svg|png"
            most={BRAND_PICTURE}
            isDark
            problem={problemAt(problems, '/logo/onDark')}
            advice="首页上方是主色的底；没有这张图片时，标志在那里整个显示为白色，有底色的标志会成为一块白，请另传一张。"
            onStored={(onDark) => onChange(({ logo: now = logo }) => ({ logo: { ...now, onDark } }))}
            onRemove={() => {
              const { onDark: _gone, ...rest } = logo;
              onChange(() => ({ logo: rest }));
            }}
          />
        </>
      )}
    </Panel>
  );
}

/** Icon and share picture: what they need beside is drawn here from what is chosen. */
function Pictures({ brand, problems, onChange }: PartProps) {
  const { logo, icon, share, colours } = brand;
  const { isDrawing, problem, draw } = useDrawn();
  const ground = colours ? readable(colours).main : OWN_COLOURS.main;
  const takeIcon = (file: string): void =>
    void draw(async () => {
      const large = await drawLargeIcon(fileHref(file));
      onChange(() => ({ icon: { file, large } }));
    });
  const makeShare = (): void =>
    void draw(async () => {
      const drawn = await drawShare({ ...logo!, src: fileHref(logo!.file) }, ground);
      onChange(() => ({ share: drawn }));
    });
  return (
    <Panel title="网站图标和分享图片">
      <BrandPicture
        label="网站图标"
        value={icon?.file}
        alt="现在的网站图标"
        accept="svg|png"
        most={BRAND_PICTURE}
        advice="正方形，显示在浏览器的标签页上；手机桌面上的图标由它画成。"
        problem={problemAt(problems, '/icon/file') || problemAt(problems, '/icon/large')}
        onStored={takeIcon}
        onRemove={() => onChange(() => ({ icon: undefined }))}
      />
      <BrandPicture
        label="分享图片"
        value={share}
        alt="现在的分享图片"
        accept="png"
        most={BRAND_SHARE}
        problem={problemAt(problems, '/share')}
        advice={`${SHARE_SIZE.width}×${SHARE_SIZE.height} 像素；网页转发到社交软件时显示，没有自己的图片的页面都用它。`}
        onStored={(file) => onChange(() => ({ share: file }))}
        onRemove={() => onChange(() => ({ share: undefined }))}
      />
      <Button disabled={!logo || isDrawing} onClick={makeShare}>
        用标志和主色画一张分享图片
      </Button>
      {!logo && <span className="quiet"> 先选择标志。</span>}
      {(isDrawing || problem !== '') && <p className="save-note">{problem || '正在画图片……'}</p>}
    </Panel>
  );
}

type SloganValue = NonNullable<BrandSetting['slogan']>;

const NO_SLOGAN: SloganValue = { title: '', text: '', drawing: 'waves', seed: 4 };

interface SloganProps {
  slogan: SloganValue | undefined;
  problems: readonly FieldProblem[];
  onChange: (slogan: SloganValue | undefined) => void;
}

function Slogan({ slogan = NO_SLOGAN, problems, onChange }: SloganProps) {
  const write = (next: Partial<SloganValue>): void => {
    const all = { ...slogan, ...next };
    onChange(all.title === '' && all.text === '' ? undefined : all);
  };
  const problem = problemAt(problems, '/slogan/title') || undefined;
  return (
    <Panel title="首页标语">
      <p className="quiet">显示在首页上方，直到有了第一条横幅。</p>
      <Form layout="vertical" component="div" className="wide-form">
        <Form.Item
          label="标语"
          htmlFor="brand-slogan"
          extra="可以换行分成两行，最多 40 个字"
          validateStatus={problem ? 'error' : ''}
          help={problem}
        >
          <Input.TextArea
            id="brand-slogan"
            rows={2}
            maxLength={40}
            value={slogan.title}
            onChange={(event) => write({ title: event.target.value })}
          />
        </Form.Item>
        <Form.Item label="说明" htmlFor="brand-slogan-text">
          <Input
            id="brand-slogan-text"
            maxLength={80}
            value={slogan.text}
            onChange={(event) => write({ text: event.target.value })}
          />
        </Form.Item>
        {slogan.title !== '' && (
          <div className="field-pair">
            <Form.Item label="底图" htmlFor="brand-drawing">
              <Select
                id="brand-drawing"
                value={slogan.drawing}
                onChange={(drawing: SloganValue['drawing']) => write({ drawing })}
                options={[
                  { value: 'waves', label: '等高线' },
                  { value: 'rings', label: '同心圆' },
                  { value: 'strata', label: '阶梯' },
                  { value: 'bars', label: '柱线' },
                ]}
              />
            </Form.Item>
            <Form.Item label="底图花样" htmlFor="brand-seed" extra="换一个数，底图换一个样">
              <InputNumber
                id="brand-seed"
                min={1}
                max={9999}
                precision={0}
                value={slogan.seed}
                onChange={(seed) => write({ seed: seed ?? 1 })}
              />
            </Form.Item>
          </div>
        )}
      </Form>
    </Panel>
  );
}
