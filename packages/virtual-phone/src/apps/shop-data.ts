/** What the shop sells and what it remembers. */
import { dataKey } from '../phone/app-types.ts';

export const SHOP_API = 'https://api.shop.example/v1';

export interface Product {
  readonly name: string;
  readonly priceCents: number;
}

const kinds = ['Teapot', 'Cup', 'Lamp', 'Chair', 'Clock', 'Vase', 'Blanket', 'Basket'];
const finishes = ['blue', 'white', 'oak', 'brass', 'slate'];

/** 40 products, each name once: "Teapot, blue" 19.90 first. */
export const products: readonly Product[] = finishes.flatMap((finish, f) =>
  kinds.map((kind, k) => ({ name: `${kind}, ${finish}`, priceCents: 1990 + k * 350 + f * 125 })),
);

/** Number of pieces by index of the product. */
export const cart = dataKey('cart', () => new Map<number, number>());
export const session = dataKey('session', () => ({ email: '' }));

export function price(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`;
}

export function pieces(lines: ReadonlyMap<number, number>): number {
  return [...lines.values()].reduce((sum, count) => sum + count, 0);
}

export function totalCents(lines: ReadonlyMap<number, number>): number {
  return [...lines].reduce((sum, [index, count]) => sum + (products[index]?.priceCents ?? 0) * count, 0);
}
