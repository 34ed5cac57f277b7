/**
 * The back part of the shop, in Java: what a debugger finds behind the debug port of the virtual phone's shop. Every checkout
 * with the coupon SPRING fails, and the reason is to be found. Ends with the process that started it.
 */

export const checkoutClass = 'com.example.shop.back.Checkout';
export const checkoutFile = 'Checkout.java';
/** What it says when its code is loaded and runs. */
export const runsLine = 'running';

export const checkoutSource = `package com.example.shop.back;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Checkout {
    static final class Item {
        final String name;
        final int cents;

        Item(String name, int cents) {
            this.name = name;
            this.cents = cents;
        }
    }

    private final Map<String, Integer> coupons = new LinkedHashMap<>();
    private final List<Item> cart = new ArrayList<>();

    Checkout() {
        coupons.put("WELCOME", 10);
        coupons.put("SPRING", 150);
        cart.add(new Item("Tea", 450));
        cart.add(new Item("Cup", 1200));
    }

    int pay(String coupon) {
        int total = 0;
        for (Item item : cart) {
            total += item.cents;
        }
        int percent = coupons.getOrDefault(coupon, 0);
        int toPay = total - total * percent / 100;
        if (toPay < 0) {
            throw new IllegalStateException("HTTP 500");
        }
        return toPay;
    }

    public static void main(String[] args) throws Exception {
        ProcessHandle.of(Long.parseLong(args[0])).ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
        Checkout checkout = new Checkout();
        System.out.println("${runsLine}");
        while (true) {
            for (String coupon : new String[] {"WELCOME", "SPRING"}) {
                try {
                    checkout.pay(coupon);
                } catch (IllegalStateException failed) {
                    Thread.sleep(10);
                }
                Thread.sleep(100);
            }
        }
    }
}
`;

/**
 * The line of the source that holds this text, from 1.
 * @public
 */
export function checkoutLine(text: string): number {
  return checkoutSource.split('\n').findIndex((line) => line.includes(text)) + 1;
}
