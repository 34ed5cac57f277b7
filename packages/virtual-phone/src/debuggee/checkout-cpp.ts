/**
 * The back part of the shop, in C++: the process that a debugger finds behind the virtual iPhone's shop. It fails as the
 * one in Java does: every checkout with the coupon SPRING, for a reason that is to be found. Ends with whoever started it.
 */

export const checkoutCppFile = 'Checkout.cpp';
/** When it is set, the program waits before its first line until a debugger has stopped it and let it go on. */
export const waitsVariable = 'WAITS_FOR_DEBUGGER';

/**
 * A simulator starts an app that waits for its debugger suspended, with `_dyld_start` as its only frame. Linux starts
 * nothing suspended, so a function of that name waits here. epoll_wait ends with EINTR once a debugger has stopped the
 * process, also without a handler (signal(7)); it is called without the C library, so that this function is the top frame.
 */
export const checkoutCppSource = `#include <csignal>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

struct Item {
  std::string name;
  int cents;
};

class PaymentRefused : public std::runtime_error {
 public:
  PaymentRefused() : std::runtime_error("HTTP 500") {}
};

class Checkout {
 public:
  Checkout() : coupons_{{"WELCOME", 10}, {"SPRING", 150}}, cart_{{"Tea", 450}, {"Cup", 1200}} {}

  int pay(const std::string &coupon) {
    int total = 0;
    for (const Item &item : cart_) {
      total += item.cents;
    }
    int percent = coupons_[coupon];
    int toPay = total - total * percent / 100;
    if (toPay < 0) {
      throw PaymentRefused();
    }
    return toPay;
  }

 private:
  std::map<std::string, int> coupons_;
  std::vector<Item> cart_;
};

int main() {
  pid_t parent = getppid();
  Checkout checkout;
  while (getppid() == parent) {
    for (const char *coupon : {"WELCOME", "SPRING"}) {
      try {
        checkout.pay(coupon);
      } catch (const PaymentRefused &) {
        usleep(10000);
      }
      usleep(100000);
    }
  }
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <cerrno>
#include <cstdlib>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

extern "C" __attribute__((constructor(101), noinline)) void _dyld_start() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Where only parents may attach (kernel.yama.ptrace_scope 1), this one lets its user's debugger in all the same.
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  if (!getenv("${waitsVariable}")) return;
  int events = epoll_create1(0);
  epoll_event event;
  long answer;
  do {
#if defined(__x86_64__)
    register long forever __asm__("r10") = -1;
    register long mask __asm__("r8") = 0;
    register long size __asm__("r9") = 8;
    __asm__ volatile("syscall"
                     : "=a"(answer)
                     : "a"(SYS_epoll_pwait), "D"(events), "S"(&event), "d"(1), "r"(forever), "r"(mask), "r"(size)
                     : "rcx", "r11", "memory");
#else
    register long number __asm__("x8") = SYS_epoll_pwait;
    register long first __asm__("x0") = events;
    register epoll_event *into __asm__("x1") = &event;
    register long most __asm__("x2") = 1;
    register long forever __asm__("x3") = -1;
    register long mask __asm__("x4") = 0;
    register long size __asm__("x5") = 8;
    __asm__ volatile("svc 0"
                     : "+r"(first)
                     : "r"(number), "r"(into), "r"(most), "r"(forever), "r"(mask), "r"(size)
                     : "memory");
    answer = first;
#endif
  } while (answer != -EINTR);
}
#endif
`;
