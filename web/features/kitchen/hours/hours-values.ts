import { errors } from '#contract/errors.ts'
import type { OpeningHours, OpeningInterval } from '#contract/menu.ts'
import type { Service } from '#contract/menu-enums.ts'
import { SPECIAL_DAYS_MAX } from '#contract/ordering-limits.ts'
import type { Problems } from '../../../forms/use-problems.ts'

/** The form values of one opening: a service and its times, such as "17:00". */
export interface OpeningIntervalValues {
  service: Service
  from: string
  to: string
}

/** The form values of an opening on a weekday: 1 is Monday, 7 is Sunday. */
export interface WeekdayOpeningIntervalValues extends OpeningIntervalValues {
  weekday: number
}

/** A day with opening hours that differ from those of its weekday. The kitchen is closed on a day without openings. */
export interface SpecialDayValues {
  /** Such as 2026-11-21. */
  date: string
  openings: OpeningIntervalValues[]
}

export type HoursValues = {
  /** Whether all services have the hours of the first service. */
  same: boolean
  weekly: WeekdayOpeningIntervalValues[]
  special: SpecialDayValues[]
}

export const serviceLabels: Record<Service, string> = { delivery: 'Delivery', pickup: 'Pickup' }
/** The times of the first opening that is added to a day. */
export const defaultTimes = { from: '12:00', to: '22:00' }
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const DAY_MINUTES = 1_440
const WEEK_MINUTES = 7 * DAY_MINUTES

const formatTime = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 16)

/** Parses a time such as 17:30 into minutes since midnight; null for a text that is not a time. */
export function parseTimeOfDay(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

// The order of the keys must not change, because stored drafts have this order and drafts are compared as JSON.
const toOpeningValues = <I extends OpeningInterval>({ service, from, to, ...day }: I) => ({
  service,
  from: formatTime(from),
  to: formatTime(to),
  ...day,
})

export function toHoursValues({ weekly, special }: OpeningHours, services: readonly Service[]): HoursValues {
  const formValues = {
    weekly: weekly.map(toOpeningValues).sort(byTime),
    special: special.map(({ date, intervals }) => ({ date, openings: intervals.map(toOpeningValues) })),
  }
  const lists: OpeningIntervalValues[][] = [formValues.weekly, ...formValues.special.map(({ openings }) => openings)]
  /** Serializes the openings of a service, without the name of the service. */
  const serialize = (service: Service) =>
    JSON.stringify(
      lists.map((list) =>
        list.filter((opening) => opening.service === service).map((opening) => ({ ...opening, service: '' })),
      ),
    )
  return { ...formValues, same: new Set(services.map(serialize)).size <= 1 }
}

const byTime = (a: WeekdayOpeningIntervalValues, b: WeekdayOpeningIntervalValues) =>
  a.weekday - b.weekday || a.from.localeCompare(b.from)

/**
 * Returns the services whose hours can be edited. When all services have the same hours, only the first service's hours
 * can be edited.
 */
export const listServicesToEdit = (formValues: HoursValues, services: readonly Service[]): readonly Service[] =>
  formValues.same ? services.slice(0, 1) : services

/**
 * Switches between the same hours for all services and separate hours for each service. After a switch to separate
 * hours, each service starts with the first service's hours.
 */
export function switchSameHours(formValues: HoursValues, same: boolean, services: readonly Service[]): HoursValues {
  if (same) return { ...formValues, same }
  return {
    same,
    weekly: forEach(formValues.weekly, services),
    special: formValues.special.map(({ date, openings }) => ({ date, openings: forEach(openings, services) })),
  }
}

/**
 * Returns openings in which each offered service has the first service's openings. A service that the kitchen does not
 * offer keeps its own openings.
 */
function forEach<O extends OpeningIntervalValues>(openings: readonly O[], services: readonly Service[]): O[] {
  const ofFirst = openings.filter(({ service }) => service === services[0])
  const notOffered = openings.filter(({ service }) => !services.includes(service))
  return [...services.flatMap((service) => ofFirst.map((opening) => ({ ...opening, service }))), ...notOffered]
}

/**
 * Returns the opening hours to send to the server, without openings that lack a time. The result includes the hours of
 * services that the kitchen does not offer, because the kitchen may offer these services again.
 */
export function toOpeningHours(formValues: HoursValues, services: readonly Service[]): OpeningHours {
  const { weekly, special } = formValues.same ? switchSameHours(formValues, false, services) : formValues
  return {
    weekly: weekly.flatMap(toIntervals),
    special: special
      .filter(({ date }) => date !== '')
      .map(({ date, openings }) => ({ date, intervals: openings.flatMap(toIntervals) }))
      .sort((a, b) => a.date.localeCompare(b.date)),
  }
}

/**
 * Returns an array with the interval of an opening, in minutes since midnight. The array is empty when a time is
 * missing.
 */
function toIntervals<O extends OpeningIntervalValues>({ from, to, ...opening }: O) {
  const [start, end] = [parseTimeOfDay(from), parseTimeOfDay(to)]
  return start === null || end === null ? [] : [{ ...opening, from: start, to: end }]
}

/** Returns whether a typed date has a year of four digits. Browsers also accept years with more digits. */
export const isFullDate = (date: string): boolean => /^\d{4}-\d\d-\d\d$/.test(date)

export const toWeekdayFieldName = (service: Service, weekday: number): string => `${service}-${weekday}`
export const toSpecialDayFieldName = (place: number): string => `special-${place}`

const TOO_MANY_SPECIAL_DAYS = `There are at most ${SPECIAL_DAYS_MAX} special days. Remove one that is past.`

export function findHoursProblems(formValues: HoursValues, services: readonly Service[]): Problems {
  const { weekly, special } = formValues
  const editedServices = listServicesToEdit(formValues, services)
  const problems: Problems = {}
  for (const service of editedServices) {
    const openings = weekly.filter((opening) => opening.service === service)
    for (const opening of openings) {
      const other = findOverlap(opening, openings, WEEK_MINUTES)
      const on = other && other.weekday !== opening.weekday ? ` on ${weekdays[other.weekday - 1]}` : ''
      problems[toWeekdayFieldName(service, opening.weekday)] ||=
        missingTimeProblem(opening) ||
        (other
          ? `${opening.from} to ${opening.to} overlaps ${other.from} to ${other.to}${on}. Change one of them.`
          : '')
    }
  }
  for (const [place, { date, openings }] of special.entries()) {
    const isTwice = special.slice(0, place).some((other) => other.date === date)
    const edited = openings.filter(({ service }) => editedServices.includes(service))
    const timeProblems = edited.map(
      (opening) => missingTimeProblem(opening) || (findOverlap(opening, edited) ? errors.hours_overlap.message : ''),
    )
    problems[toSpecialDayFieldName(place)] =
      (!isFullDate(date) && 'Choose a date.') ||
      (place >= SPECIAL_DAYS_MAX && TOO_MANY_SPECIAL_DAYS) ||
      (isTwice && errors.day_twice.message) ||
      (timeProblems.find(Boolean) ?? '')
  }
  return problems
}

const missingTimeProblem = ({ from, to }: OpeningIntervalValues): string =>
  parseTimeOfDay(from) === null || parseTimeOfDay(to) === null ? 'Enter both times, or remove this opening.' : ''

/**
 * Finds another opening of the same service that starts while `opening` lasts.
 * @param period the number of minutes after which all openings repeat
 */
function findOverlap<O extends OpeningIntervalValues & { weekday?: number }>(
  opening: O,
  openings: readonly O[],
  period = Number.POSITIVE_INFINITY,
): O | undefined {
  const findStart = ({ from, weekday = 1 }: O) => (weekday - 1) * DAY_MINUTES + (parseTimeOfDay(from) ?? 0)
  const [start, end] = [parseTimeOfDay(opening.from) ?? 0, parseTimeOfDay(opening.to) ?? 0]
  const length = end > start ? end - start : end + DAY_MINUTES - start
  return openings.find((other) => {
    if (other === opening || other.service !== opening.service || missingTimeProblem(other)) return false
    const later = findStart(other) - findStart(opening)
    return (later >= 0 ? later : later + period) < length
  })
}

/** Describes the end of an opening past midnight: "until 01:00 the next day". Empty for any other opening. */
export function describeOvernight({ from, to }: OpeningIntervalValues): string {
  const [start, end] = [parseTimeOfDay(from), parseTimeOfDay(to)]
  if (start === null || end === null || end > start) return ''
  return end === start ? `for 24 hours, until ${to} the next day` : `until ${to} the next day`
}
