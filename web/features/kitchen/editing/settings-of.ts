import type { KitchenSettings, ManagedKitchen } from '#contract/kitchen.ts'

/** What a kitchen says of itself, as it is sent to be saved: whole, so that a page that changes some of it keeps the rest. */
export const settingsOf = ({ terms }: ManagedKitchen): KitchenSettings => ({
  name: terms.name,
  slug: terms.slug,
  blurb: terms.blurb,
  phone: terms.phone,
  place: terms.place,
  timezone: terms.timezone,
  currency: terms.currency,
  services: terms.services,
  prepMinutes: terms.prepMinutes,
  acceptWithinMinutes: terms.acceptWithinMinutes,
  ordersPerSlot: terms.ordersPerSlot,
  deliveryFee: terms.deliveryFee,
  deliveryFreeOrdersOver: terms.deliveryFreeOrdersOver,
  minimumOrder: terms.minimumOrder,
})
