import { errors } from '#contract/errors.ts'
import type { OpeningHours, OpeningInterval } from '#contract/menu.ts'
import type { Service } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'

/** The form values of an opening, with times such as "17:00". */
export interface OpeningValues {
  service: Service
  from: string
  to: string
}

/** An opening of a weekday: 1 is Monday, 7 is Sunday. */
export interface WeeklyValues extends OpeningValues {
  weekday: number
}

/** A day with openings of its own. The kitchen is closed on a day without openings. */
export interface SpecialValues {
  /** Such as 2026-11-21. */
  date: string
  openings: OpeningValues[]
}

/** The values of the hours form. */
export interface HoursValues extends Record<string, unknown> {
  /** Whether all services have the hours of the first service. */
  same: boolean
  weekly: WeeklyValues[]
  special: SpecialValues[]
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const DAY_MINUTES = 1_440
const WEEK_MINUTES = 7 * DAY_MINUTES

const timeOf = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 16)

/** Parses a time into minutes since midnight; null for an empty field. */
export function parseMinutes(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

const toOpeningValues = ({ service, from, to }: OpeningInterval): OpeningValues => ({
  service,
  from: timeOf(from),
  to: timeOf(to),
})

/** Returns the first values of the form. @param services of the kitchen, in order */
export function toHoursValues({ weekly, special }: OpeningHours, services: readonly Service[]): HoursValues {
  const formValues = {
    weekly: weekly.map((opening) => ({ ...toOpeningValues(opening), weekday: opening.weekday })).sort(byTime),
    special: special.map(({ date, intervals }) => ({ date, openings: intervals.map(toOpeningValues) })),
  }
  const [first, ...otherServices] = services
  const serialize = (service: Service | undefined, openings: readonly OpeningValues[]) =>
    JSON.stringify(
      openings.filter((opening) => opening.service === service).map((opening) => ({ ...opening, service: null })),
    )
  const lists = [formValues.weekly, ...formValues.special.map(({ openings }) => openings)]
  return {
    ...formValues,
    same: otherServices.every((service) => lists.every((list) => serialize(service, list) === serialize(first, list))),
  }
}

const byTime = (a: WeeklyValues, b: WeeklyValues) => a.weekday - b.weekday || a.from.localeCompare(b.from)

/** Returns the services whose hours are edited: only the first when all have the same hours. */
export const listEditedServices = (formValues: HoursValues, services: readonly Service[]): readonly Service[] =>
  formValues.same ? services.slice(0, 1) : services

/** Switches between the same hours for all services and hours for each, which start as those of the first service. */
export function setSameForAll(formValues: HoursValues, same: boolean, services: readonly Service[]): HoursValues {
  if (same) return { ...formValues, same }
  return {
    same,
    weekly: forEach(formValues.weekly, services),
    special: formValues.special.map(({ date, openings }) => ({ date, openings: forEach(openings, services) })),
  }
}

function forEach<O extends OpeningValues>(openings: readonly O[], services: readonly Service[]): O[] {
  const ofFirst = openings.filter(({ service }) => service === services[0])
  return services.flatMap((service) => ofFirst.map((opening) => ({ ...opening, service })))
}

/** Returns the hours for the request, without openings that lack a time. */
export function hoursFrom(formValues: HoursValues, services: readonly Service[]): OpeningHours {
  const { weekly, special } = formValues.same ? setSameForAll(formValues, false, services) : formValues
  const isOffered = ({ service }: OpeningValues) => services.includes(service)
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

function intervalOf({ service, from, to }: OpeningValues): OpeningInterval[] {
  const [start, end] = [parseMinutes(from), parseMinutes(to)]
  return start === null || end === null ? [] : [{ service, from: start, to: end }]
}

/** Returns the field name for the openings of a service on a weekday. */
export const weeklyField = (service: Service, weekday: number): string => `${service}-${weekday}`
export const specialField = (place: number): string => `special-${place}`

/** Returns the problems by day. */
export function hoursProblems(formValues: HoursValues, services: readonly Service[]): Problems {
  const problems: Problems = {}
  for (const service of listEditedServices(formValues, services)) {
    const all = formValues.weekly.filter((opening) => opening.service === service)
    for (const opening of all) {
      const field = weeklyField(service, opening.weekday)
      problems[field] ||= problemOf(opening) || overlapOf(opening, all)
    }
  }
  for (const [place, { date, openings }] of formValues.special.entries()) {
    const twice = formValues.special.some((other, at) => at < place && other.date === date)
    const shown = openings.filter(({ service }) => listEditedServices(formValues, services).includes(service))
    const problem = date === '' ? 'Choose a date.' : twice ? errors.day_twice.message : ''
    const timeProblem = shown.map((opening) => problemOf(opening) || overlapOnDay(opening, shown)).find(Boolean)
    problems[specialField(place)] = problem || timeProblem || ''
  }
  return problems
}

const problemOf = ({ from, to }: OpeningValues): string =>
  parseMinutes(from) === null || parseMinutes(to) === null ? 'Enter both times, or remove this opening.' : ''

/** Returns the start and the length of an opening, in minutes. */
function lengthOf({ from, to }: OpeningValues): { start: number; length: number } {
  const [start, end] = [parseMinutes(from) ?? 0, parseMinutes(to) ?? 0]
  return { start, length: end > start ? end - start : end + DAY_MINUTES - start }
}

function overlapOf(opening: WeeklyValues, all: readonly WeeklyValues[]): string {
  const spanOf = (weekly: WeeklyValues) => {
    const { start, length } = lengthOf(weekly)
    return { start: (weekly.weekday - 1) * DAY_MINUTES + start, length }
  }
  const { start, length } = spanOf(opening)
  const other = all.find((candidate) => {
    if (candidate === opening || problemOf(candidate)) return false
    const span = spanOf(candidate)
    // The week is a circle: an opening on Sunday night can end on Monday.
    const later = (((span.start - start) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES
    return later < length
  })
  if (!other) return ''
  const when = other.weekday === opening.weekday ? '' : ` on ${weekdays[other.weekday - 1]}`
  return `${opening.from} to ${opening.to} overlaps ${other.from} to ${other.to}${when}. Change one of them.`
}

function overlapOnDay(opening: OpeningValues, all: readonly OpeningValues[]): string {
  const { start, length } = lengthOf(opening)
  const overlaps = all.some((other) => {
    if (other === opening || other.service !== opening.service || problemOf(other)) return false
    const later = lengthOf(other).start - start
    return later >= 0 && later < length
  })
  return overlaps ? errors.hours_overlap.message : ''
}

/** Describes the end of an opening past midnight: "until 01:00 the next day". Empty for any other opening. */
export function describeOvernight({ from, to }: OpeningValues): string {
  const [start, end] = [parseMinutes(from), parseMinutes(to)]
  if (start === null || end === null || end > start) return ''
  return end === start ? `for 24 hours, until ${to} the next day` : `until ${to} the next day`
}
