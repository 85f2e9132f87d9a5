// The parameters of a transformer as Eigen's matrices, over the flat array that they lie in. For
// the source files of this room alone.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "lab/rl/tiny/model/shape.h"

namespace assay::tiny {

template <typename Scalar>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename Scalar>
using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
template <typename Scalar>
using Row = Eigen::Map<Eigen::Matrix<Scalar, 1, Eigen::Dynamic>>;
template <typename Scalar>
using ConstRow = Eigen::Map<const Eigen::Matrix<Scalar, 1, Eigen::Dynamic>>;

// Of each row 1 / its root mean square, which a norm multiplies by.
template <typename Scalar>
Vector<Scalar> InverseRms(const Matrix<Scalar>& rows) {
  constexpr auto kFloor = static_cast<Scalar>(1e-5);
  return (rows.rowwise().squaredNorm().array() / static_cast<Scalar>(rows.cols()) + kFloor).rsqrt();
}

// Number: const for weights, not for their gradients.
template <typename Number, typename MatrixMap, typename RowMap>
struct Parameters {
  Parameters(const Shape& shape, std::span<Number> all)
      : embedding(all.data(), shape.vocabulary, shape.width),
        positions(all.data() + Layout(shape).Positions(), shape.context, shape.width),
        last_norm(all.data() + Layout(shape).LastNorm(), shape.width),
        head(all.data() + Layout(shape).Head(), shape.width, shape.vocabulary) {
    const Layout at(shape);
    Number* const data = all.data();
    for (int i = 0; i < shape.layers; ++i) {
      layers.push_back({RowMap(data + at.Norm1(i), shape.width),
                        MatrixMap(data + at.Qkv(i), shape.width, 3 * shape.width),
                        MatrixMap(data + at.Out(i), shape.width, shape.width),
                        RowMap(data + at.Norm2(i), shape.width),
                        MatrixMap(data + at.Up(i), shape.width, shape.inner()),
                        MatrixMap(data + at.Down(i), shape.inner(), shape.width)});
    }
  }

  struct Layer {
    RowMap norm1;
    MatrixMap qkv, out;
    RowMap norm2;
    MatrixMap up, down;
  };
  MatrixMap embedding, positions;
  RowMap last_norm;
  MatrixMap head;
  std::vector<Layer> layers;
};

template <typename Scalar>
using Weights = Parameters<const Scalar, Eigen::Map<const Matrix<Scalar>>, ConstRow<Scalar>>;
template <typename Scalar>
using Gradients = Parameters<Scalar, Eigen::Map<Matrix<Scalar>>, Row<Scalar>>;

}  // namespace assay::tiny
