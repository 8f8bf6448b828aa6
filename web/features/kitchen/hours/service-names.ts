import type { Service } from '#contract/menu-enums.ts'

/** The services as headings have them. */
export const serviceNames: Record<Service, string> = { delivery: 'Delivery', pickup: 'Pickup' }
