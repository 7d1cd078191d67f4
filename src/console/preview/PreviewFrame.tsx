import { Button, Checkbox, Radio, Space } from 'antd';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { PreviewPages } from './PreviewPages.tsx';
import { SiteFrame } from '../parts/SiteFrame.tsx';

/** Settings of a preview's look. */
export interface Look {
  traditional: boolean;
  elder: boolean;
}

export interface PreviewLook extends Partial<Look> {
  path?: string;
}

interface Props {
  /** the address below CONSOLE_API that draws it so: of a kept preview, or of an edition */
  door: (asked: PreviewLook) => string;
  /** site path, below the base; absent: where the draft is read */
  path?: string;
  title: string;
  /** the page in a newer state (SiteFrame) */
  html?: string;
  look: Look;
  onLook: (look: Look) => void;
  /** called with the site path that a link inside led to */
  onPath: (path: string) => void;
  /** called with each page that is shown */
  onShown?: (page: Document) => void;
  /** above the frame */
  note?: ReactNode;
  /** SU14: with a choice of pages that show different sides of the site */
  hasPages?: boolean | undefined;
}

const WIDTHS = [
  { label: '桌面', value: 1440 },
  { label: '平板', value: 768 },
  { label: '手机', value: 390 },
];

/** A phone shows what phones show: a desktop's page would be too small to read. */
const ownWidth = (): number => (window.innerWidth < 600 ? 390 : 1440);

const SCRIPTS = [
  { label: '简体', value: false },
  { label: '繁体', value: true },
];

/** A page of the site as a draft would make it, on a screen of a desktop, tablet or phone, in both scripts. */
export function PreviewFrame({
  door,
  path,
  title,
  html,
  look,
  onLook,
  onPath,
  onShown,
  note,
  hasPages = false,
}: Props) {
  const [width, setWidth] = useState(ownWidth);
  const place = useRef<HTMLDivElement>(null);
  /** lets keyboard users skip the links of the page */
  const after = useRef<HTMLSpanElement>(null);
  const room = useRoom(place);
  const scale = room > 0 && room < width ? room / width : 1;
  const address = door({
    ...(path !== undefined && { path }),
    ...(look.traditional && { traditional: true }),
    ...(look.elder && { elder: true }),
  });
  const follow = ({ searchParams }: URL) => {
    const to = searchParams.get('path');
    if (to !== null && to !== path) onPath(to);
  };
  return (
    <div className="preview">
      <Space wrap className="preview-looks">
        {hasPages && <PreviewPages path={path} onPath={onPath} />}
        <Radio.Group
          options={WIDTHS}
          optionType="button"
          value={width}
          onChange={(event) => setWidth(event.target.value as number)}
          aria-label="预览的屏幕"
        />
        <Radio.Group
          options={SCRIPTS}
          optionType="button"
          value={look.traditional}
          onChange={(event) => onLook({ ...look, traditional: event.target.value as boolean })}
          aria-label="预览的字体"
        />
        <Checkbox checked={look.elder} onChange={(event) => onLook({ ...look, elder: event.target.checked })}>
          长辈版
        </Checkbox>
        <Button type="link" href={CONSOLE_API + address} target="_blank" rel="noopener">
          在新窗口打开
        </Button>
        <Button size="small" className="past-preview" onClick={() => after.current?.focus()}>
          跳过预览
        </Button>
      </Space>
      {note}
      <div ref={place} className="preview-place">
        <SiteFrame
          path={address}
          title={title}
          width={width}
          scale={scale}
          {...(html !== undefined && { html })}
          onMoved={follow}
          {...(onShown && { onShown })}
        />
      </div>
      <span ref={after} tabIndex={-1} className="unseen">
        预览结束
      </span>
    </div>
  );
}

/** Width of an element, in pixels; 0 before it is drawn. */
function useRoom(element: React.RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const watch = new ResizeObserver(([entry]) => setRoom(entry!.contentRect.width));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return room;
}
