import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CalendarItem, WorkCalendar } from '#wire/bench-answers.ts';
import { Panel } from '../parts/Panel.tsx';
import { useMedia } from '../parts/use-media.ts';
import { calendarAddress, CALENDAR_KINDS, daysOf, dayWords, isWeekend } from './calendar-words.ts';
import { CountLink } from './CountLink.tsx';

/** days that a phone lists */
const FIRST_DAYS = 5;
/** items of a day below the table */
const FIRST_ITEMS = 6;

/** WB4: 30 days in a table of one row for each kind; on a narrow screen a list by day. */
export function CalendarStrip({ calendar, today }: { calendar: WorkCalendar; today: string }) {
  const isWide = useMedia('(min-width: 700px)');
  const { kinds, items } = calendar;
  return (
    <Panel
      title="今后 30 天"
      extra={
        <span className="panel-ways">
          {kinds.map(({ kind, total }) => (
            <CountLink
              key={kind}
              to={calendarAddress({ kind })}
              count={total}
              of="今后 30 天"
              name={CALENDAR_KINDS[kind]}
            />
          ))}
          <Link to="/calendar">按日列出</Link>
        </span>
      }
    >
      {items.length === 0 ? (
        <p className="quiet">今后 30 天没有定时公开的稿件，也没有到期的更新要求。</p>
      ) : isWide ? (
        <Strip calendar={calendar} today={today} />
      ) : (
        <DayList items={items} most={FIRST_DAYS} />
      )}
    </Panel>
  );
}

function Strip({ calendar, today }: { calendar: WorkCalendar; today: string }) {
  const { items } = calendar;
  const days = daysOf(calendar);
  const [chosen, setChosen] = useState(items[0]!.day);
  const ofDay = items.filter(({ day }) => day === chosen);
  const halves = [days.slice(0, days.length / 2), days.slice(days.length / 2)];
  return (
    <>
      {halves.map((half) => (
        <Half key={half[0]} calendar={calendar} days={half} today={today} chosen={chosen} onChoose={setChosen} />
      ))}
      <div className="calendar-day">
        <h3>{dayWords(chosen)}</h3>
        <ItemList items={ofDay.slice(0, FIRST_ITEMS)} />
        {ofDay.length > FIRST_ITEMS && (
          <Link to={calendarAddress({ day: chosen })}>{`列出这一天的 ${ofDay.length} 项`}</Link>
        )}
      </div>
    </>
  );
}

interface HalfProps {
  calendar: WorkCalendar;
  days: readonly string[];
  today: string;
  chosen: string;
  onChoose: (day: string) => void;
}

/** Half of the days, so that each is wide enough to be met by a finger. */
function Half({ calendar: { kinds, items }, days, today, chosen, onChoose }: HalfProps) {
  return (
    <table className="calendar-strip">
      <caption className="unseen">{`${dayWords(days[0]!)}至${dayWords(days.at(-1)!)}每天的数目`}</caption>
      <thead>
        <tr>
          <td />
          {days.map((day, at) => (
            <th key={day} scope="col" className={dayClass(day, today, chosen)} aria-label={dayWords(day)}>
              <span className="calendar-month">{monthOf(day, today, at)}</span>
              {Number(day.slice(8))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind }) => (
          <tr key={kind} className={`calendar-${kind}`}>
            <th scope="row">{CALENDAR_KINDS[kind]}</th>
            {days.map((day) => {
              const count = items.filter((item) => item.day === day && item.kind === kind).length;
              return (
                <td key={day} className={dayClass(day, today, chosen)}>
                  {count > 0 && (
                    <Link
                      to={calendarAddress({ kind, day })}
                      aria-label={`${dayWords(day)}${CALENDAR_KINDS[kind]} ${count}`}
                      onFocus={() => onChoose(day)}
                      onMouseEnter={() => onChoose(day)}
                    >
                      {count}
                    </Link>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Words above a day: 今天, else the month where it begins. */
function monthOf(day: string, today: string, at: number): string {
  if (day === today) return '今天';
  return at === 0 || day.endsWith('-01') ? `${Number(day.slice(5, 7))} 月` : '';
}

const dayClass = (day: string, today: string, chosen: string): string =>
  [isWeekend(day) && 'is-weekend', day === today && 'is-today', day === chosen && 'is-chosen']
    .filter(Boolean)
    .join(' ');

function ItemList({ items }: { items: readonly CalendarItem[] }) {
  return (
    <ul className="calendar-items">
      {items.map(({ kind, time, title, note, to }, at) => (
        <li key={`${kind} ${title} ${at}`}>
          <span className={`calendar-kind is-${kind}`}>{CALENDAR_KINDS[kind]}</span>{' '}
          {time !== '' && <span className="number">{time}</span>} <Link to={to}>{title}</Link>
          {note !== '' && <span className="quiet"> {note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Days with what is on them, in order. @param most days that are listed; absent: all */
export function DayList({ items, most }: { items: readonly CalendarItem[]; most?: number }) {
  const days = [...Map.groupBy(items, ({ day }) => day)];
  return (
    <>
      {days.slice(0, most).map(([day, own]) => (
        <div key={day} className="calendar-section">
          <h3>{dayWords(day)}</h3>
          <ItemList items={own} />
        </div>
      ))}
      {most !== undefined && days.length > most && (
        <p className="bench-rest">
          <Link to="/calendar">{`还有 ${days.length - most} 天，按日列出`}</Link>
        </p>
      )}
    </>
  );
}
