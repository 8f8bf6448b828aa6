/** What a kitchen pays the site of a sale, in minor units, half of one rounded up. @param rate hundredths of a per cent */
export const calculateCommission = (amount: number, rate: number): number => Math.round((amount * rate) / 10_000)

/**
 * What it gets back of that when some of the sale is given back, in minor units. Counted from what it has got back in all,
 * so that many small refunds come to what one large one would: never more than it paid, and all of it in the end.
 * @param before what has been given back of the sale already
 */
export function calculateCommissionRefund(
  sale: { amount: number; commission: number },
  before: number,
  refund: number,
): number {
  const back = (given: number) => Math.round((sale.commission * given) / sale.amount)
  return back(before + refund) - back(before)
}
