// A relay before a scripted peer, and the exchanges that it hands over. For tests.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "net/raw_socket_test_util.h"
#include "shadow/relay/relay.h"

namespace assay::shadow {

constexpr const char* kGet = "GET /a HTTP/1.1\r\nHost: relay\r\n\r\n";

class RelayTest : public ::testing::Test {
 protected:
  void StartRelay(RelayOptions options = {}) {
    if (options.against.empty()) {
      options.against = "http://127.0.0.1:" + std::to_string(peer_.port());
    }
    relay_ = std::make_unique<Relay>(std::move(options), [this](Exchange exchange) {
      MutexLock lock(mutex_);
      exchanges_.push_back(std::move(exchange));
      came_.NotifyAll();
    });
    const Status started = relay_->Start();
    ASSERT_TRUE(started.ok()) << started.error().ToString();
  }
  RawSocket Client() { return RawSocket::ConnectTo(relay_->port()); }
  // The exchanges, when there are that many; fewer after a minute.
  std::vector<Exchange> Exchanges(size_t count) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    MutexLock lock(mutex_);
    while (exchanges_.size() < count && came_.WaitUntil(mutex_, deadline)) continue;
    EXPECT_EQ(exchanges_.size(), count);
    return exchanges_;
  }
  // Waits until the relay has no connection left.
  void AllClosed() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (relay_->stats().connections > 0 && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(relay_->stats().connections, 0);
  }
  static SteadyTime In(std::chrono::milliseconds time) {
    return std::chrono::steady_clock::now() + time;
  }

  RawListener peer_;

 private:
  Mutex mutex_;
  CondVar came_;
  std::vector<Exchange> exchanges_ ASSAY_GUARDED_BY(mutex_);

 protected:
  std::unique_ptr<Relay> relay_;  // stops before what its callback uses goes
};

}  // namespace assay::shadow
