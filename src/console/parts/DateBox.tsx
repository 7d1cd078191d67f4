import pickerWords from 'antd/es/date-picker/locale/zh_CN';
import type { Dayjs } from 'dayjs';
import { useMemo, useRef, type AriaAttributes, type KeyboardEvent, type ReactNode } from 'react';
import { readClock, ShanghaiPicker } from './shanghai-picker.ts';

interface Props extends AriaAttributes {
  id?: string;
  /** value as it leaves the box; one that cannot be read is shown as none */
  value?: string;
  onChange?: (value: string) => void;
  /** the last day that can be picked, yyyy-mm-dd */
  max?: string;
  status?: 'error' | 'warning';
}

interface Writing {
  /** format of the value */
  value: string;
  /** formats for typing, first the shown one; no beginning of one is another, or typing would end in the middle */
  typed: string[];
  placeholder: string;
}

const DAY: Writing = {
  value: 'YYYY-MM-DD',
  typed: ['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYYMMDD', 'YYYY年MM月DD日'],
  placeholder: '年-月-日',
};
const MINUTE: Writing = {
  value: 'YYYY-MM-DDTHH:mm',
  typed: ['YYYY-MM-DD HH:mm', 'YYYY-MM-DDTHH:mm', 'YYYY/MM/DD HH:mm', 'YYYY年MM月DD日 HH:mm'],
  placeholder: '年-月-日 时:分',
};

/** A day, typed or picked: yyyy-mm-dd, '' for none. */
export const DateBox = (props: Props) => <ClockBox {...props} writing={DAY} />;

/** A minute of Shanghai's clocks, typed or picked: yyyy-mm-ddThh:mm, '' for none. */
export const TimeBox = (props: Props) => <ClockBox {...props} writing={MINUTE} />;

// the buttons say their year and month themselves
const LOCALE = { ...pickerWords, lang: { ...pickerWords.lang, yearSelect: '', monthSelect: '' } };

/** Hours and minutes scroll by the keys, too. */
const withScrolling = (panel: ReactNode): ReactNode => (
  <div
    ref={(place) => {
      for (const column of place?.querySelectorAll<HTMLElement>('[data-type]') ?? []) column.tabIndex = 0;
    }}
  >
    {panel}
  </div>
);

/**
 * Typed and picked values count at once, without a button to confirm them; a text that is no time is not taken and goes
 * again.
 */
function ClockBox({ value = '', onChange, max, status, writing, ...given }: Props & { writing: Writing }) {
  const picked = useMemo(() => readClock(value, [writing.value]), [value, writing]);
  const last = useMemo(() => (max === undefined ? null : readClock(max, [DAY.value])), [max]);
  const tell = (next: Dayjs | null): void => {
    const text = next?.format(writing.value) ?? '';
    if (text !== value) onChange?.(text);
  };
  const isOpen = useRef(false);
  const keep = (event: KeyboardEvent<HTMLElement>): void => {
    const { value: typed } = event.target as HTMLInputElement;
    // neither is a form sent with what cannot be read, nor is a dialog closed with what opened in it
    const isUnread = event.key === 'Enter' && typed !== '' && !readClock(typed, writing.typed);
    if (isUnread || (event.key === 'Escape' && isOpen.current)) event.preventDefault();
  };
  return (
    <span
      className="date-box"
      // the library takes an emptied text for one that is not finished
      onInput={({ target }) => target instanceof HTMLInputElement && target.value === '' && tell(null)}
    >
      <ShanghaiPicker
        {...given}
        value={picked}
        onChange={tell}
        onCalendarChange={(dates) => tell(Array.isArray(dates) ? dates[0]! : dates)}
        format={writing.typed}
        placeholder={writing.placeholder}
        showTime={writing === MINUTE && { format: 'HH:mm' }}
        needConfirm={false}
        previewValue={false}
        {...(last && { maxDate: last })}
        {...(status && { status })}
        locale={LOCALE}
        panelRender={withScrolling}
        onOpenChange={(open) => {
          isOpen.current = open;
        }}
        onKeyDown={keep}
      />
    </span>
  );
}
