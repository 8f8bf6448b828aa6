import { errors } from '#contract/errors.ts'
import type { OpeningHours, OpeningInterval } from '#contract/menu.ts'
import type { Service } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'

/** An opening as it is typed: times as inputs have them, "17:00". */
export interface OpeningTyped {
  service: Service
  from: string
  to: string
}

/** Of one day of the week: 1 is Monday, 7 Sunday. */
export interface WeeklyTyped extends OpeningTyped {
  weekday: number
}

/** A day that differs from its week; without openings it is closed. */
export interface SpecialTyped {
  /** As 2026-11-21. */
  date: string
  openings: OpeningTyped[]
}

/** The hours of a kitchen as they are typed. */
export interface HoursTyped extends Record<string, unknown> {
  /** Whether all services have the hours of the first. */
  same: boolean
  weekly: WeeklyTyped[]
  special: SpecialTyped[]
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const DAY_MINUTES = 1_440
const WEEK_MINUTES = 7 * DAY_MINUTES

const timeOf = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 16)

/** Minutes since midnight; null for an empty field. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

const typedOf = ({ service, from, to }: OpeningInterval): OpeningTyped => ({
  service,
  from: timeOf(from),
  to: timeOf(to),
})

/** What the form begins with. @param services those that the kitchen has, in their order */
export function hoursTyped({ weekly, special }: OpeningHours, services: readonly Service[]): HoursTyped {
  const typed = {
    weekly: weekly.map((opening) => ({ ...typedOf(opening), weekday: opening.weekday })).sort(byTime),
    special: special.map(({ date, intervals }) => ({ date, openings: intervals.map(typedOf) })),
  }
  const [first, ...others] = services
  const of = (service: Service | undefined, openings: readonly OpeningTyped[]) =>
    JSON.stringify(openings.filter((one) => one.service === service).map((one) => ({ ...one, service: null })))
  const lists = [typed.weekly, ...typed.special.map(({ openings }) => openings)]
  return { ...typed, same: others.every((service) => lists.every((list) => of(service, list) === of(first, list))) }
}

const byTime = (a: WeeklyTyped, b: WeeklyTyped) => a.weekday - b.weekday || a.from.localeCompare(b.from)

/** The services whose hours are typed: one stands for all while they are the same. */
export const typedServices = (typed: HoursTyped, services: readonly Service[]): readonly Service[] =>
  typed.same ? services.slice(0, 1) : services

/** Switches between hours for all and hours for each: each begins with those of the first. */
export function sameForAll(typed: HoursTyped, same: boolean, services: readonly Service[]): HoursTyped {
  if (same) return { ...typed, same }
  return {
    same,
    weekly: forEach(typed.weekly, services),
    special: typed.special.map(({ date, openings }) => ({ date, openings: forEach(openings, services) })),
  }
}

function forEach<O extends OpeningTyped>(openings: readonly O[], services: readonly Service[]): O[] {
  const ofFirst = openings.filter(({ service }) => service === services[0])
  return services.flatMap((service) => ofFirst.map((opening) => ({ ...opening, service })))
}

/** What is typed, as it is sent: without openings that have no times yet. */
export function hoursFrom(typed: HoursTyped, services: readonly Service[]): OpeningHours {
  const { weekly, special } = typed.same ? sameForAll(typed, false, services) : typed
  const isOffered = ({ service }: OpeningTyped) => services.includes(service)
  return {
    weekly: weekly
      .filter(isOffered)
      .flatMap((opening) => intervalOf(opening).map((interval) => ({ ...interval, weekday: opening.weekday }))),
    special: special
      .filter(({ date }) => date !== '')
      .map(({ date, openings }) => ({ date, intervals: openings.filter(isOffered).flatMap(intervalOf) }))
      .sort((a, b) => a.date.localeCompare(b.date)),
  }
}

function intervalOf({ service, from, to }: OpeningTyped): OpeningInterval[] {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start === null || end === null ? [] : [{ service, from: start, to: end }]
}

/** Where a problem stands: the openings of a service on a day. */
export const weeklyField = (service: Service, weekday: number): string => `${service}-${weekday}`
export const specialField = (place: number): string => `special-${place}`

/** What is wrong, by the day. */
export function hoursProblems(typed: HoursTyped, services: readonly Service[]): Problems {
  const problems: Problems = {}
  for (const service of typedServices(typed, services)) {
    const all = typed.weekly.filter((one) => one.service === service)
    for (const one of all) {
      const field = weeklyField(service, one.weekday)
      problems[field] ||= problemOf(one) || overlapOf(one, all)
    }
  }
  for (const [place, { date, openings }] of typed.special.entries()) {
    const twice = typed.special.some((other, at) => at < place && other.date === date)
    const shown = openings.filter(({ service }) => typedServices(typed, services).includes(service))
    const problem = date === '' ? 'Choose a date.' : twice ? errors.day_twice.message : ''
    const ofTimes = shown.map((one) => problemOf(one) || overlapOnDay(one, shown)).find(Boolean)
    problems[specialField(place)] = problem || ofTimes || ''
  }
  return problems
}

const problemOf = ({ from, to }: OpeningTyped): string =>
  minutesOf(from) === null || minutesOf(to) === null ? 'Enter both times, or remove this opening.' : ''

/** From when it is open, and how long, in minutes. */
function lengthOf({ from, to }: OpeningTyped): { start: number; length: number } {
  const [start, end] = [minutesOf(from) ?? 0, minutesOf(to) ?? 0]
  return { start, length: end > start ? end - start : end + DAY_MINUTES - start }
}

function overlapOf(opening: WeeklyTyped, all: readonly WeeklyTyped[]): string {
  const spanOf = (one: WeeklyTyped) => {
    const { start, length } = lengthOf(one)
    return { start: (one.weekday - 1) * DAY_MINUTES + start, length }
  }
  const { start, length } = spanOf(opening)
  const other = all.find((one) => {
    if (one === opening || problemOf(one)) return false
    const span = spanOf(one)
    // The week goes round: Sunday night runs into Monday.
    const later = (((span.start - start) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES
    return later < length
  })
  if (!other) return ''
  const when = other.weekday === opening.weekday ? '' : ` on ${weekdays[other.weekday - 1]}`
  return `${opening.from} to ${opening.to} overlaps ${other.from} to ${other.to}${when}. Change one of them.`
}

function overlapOnDay(opening: OpeningTyped, all: readonly OpeningTyped[]): string {
  const { start, length } = lengthOf(opening)
  const overlaps = all.some((one) => {
    if (one === opening || one.service !== opening.service || problemOf(one)) return false
    const later = lengthOf(one).start - start
    return later >= 0 && later < length
  })
  return overlaps ? errors.hours_overlap.message : ''
}

/** An opening that goes past midnight, in words: "until 01:00 the next day". Empty for any other. */
export function overnightWords({ from, to }: OpeningTyped): string {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  if (start === null || end === null || end > start) return ''
  return end === start ? `for 24 hours, until ${to} the next day` : `until ${to} the next day`
}
