import { useId, useState } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import type { VisitSums } from '#contract/statistics.ts'
import { createDayFormatter } from '../../../kit/day-formatter.ts'
import { StatTable } from '../../../ui/stat-table.tsx'
import { type DayVisitSums, formatEndShareAndMeanTime, sumVisitsByDayGroup } from './visit-figures.ts'

const HEIGHT = 100
const STEP = 10

const formatDay = createDayFormatter({ day: 'numeric', month: 'short' })

/**
 * A bar chart of visits, with the readers in front of them. Each bar is a day or, when there are more than 31 days, a
 * week. A slider below the bars chooses the bar that is described. The table has the same figures.
 */
export function VisitsChart({ days }: { days: readonly DayVisitSums[] }) {
  const unit = days.length > 31 ? 'week' : 'day'
  const groups = sumVisitsByDayGroup(days, unit === 'week' ? 7 : 1)
  const [chosen, setChosen] = useState(groups.length - 1)
  const at = Math.min(chosen, groups.length - 1)
  const label = useId()
  const most = Math.max(1, ...groups.map(({ visits }) => visits))
  const chosenGroup = groups[at]
  const description = chosenGroup && `${formatName(chosenGroup, unit)}: ${formatSums(chosenGroup)}`

  return (
    <>
      <figure className="readers-chart">
        <svg
          className="bars"
          viewBox={`0 0 ${groups.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {groups.map((group, index) => (
            <g key={group.day} data-chosen={index === at || undefined}>
              <rect x={index * STEP + 1} width={STEP - 2} {...barOf(group.visits, most)} className="readers-visits" />
              <rect x={index * STEP + 1} width={STEP - 2} {...barOf(group.readers, most)} />
            </g>
          ))}
        </svg>
        <input
          type="range"
          aria-label={`The ${unit} to describe`}
          aria-describedby={label}
          aria-valuetext={description}
          min={0}
          max={groups.length - 1}
          value={at}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
        <figcaption id={label}>{description}</figcaption>
      </figure>
      <details>
        <summary>Show as a table</summary>
        <StatTable
          head={[unit === 'week' ? 'Week from' : 'Day', 'Readers', 'Visits', 'To the end', 'Time']}
          rows={groups
            .toReversed()
            .map((group) => [formatDay(group.day), group.readers, group.visits, ...formatEndShareAndMeanTime(group)])}
        />
      </details>
    </>
  )
}

const barOf = (value: number, most: number) => {
  const height = value > 0 ? Math.max(2, (value / most) * HEIGHT) : 0
  return { y: HEIGHT - height, height }
}

const formatName = ({ day }: DayVisitSums, unit: 'day' | 'week') =>
  `${unit === 'week' ? 'Week from ' : ''}${formatDay(day)}`

const formatSums = ({ readers, visits }: VisitSums) =>
  `${formatCountWithNoun(readers, 'reader', 'readers')}, ${formatCountWithNoun(visits, 'visit', 'visits')}`
